import assert from 'node:assert/strict';
import { extractProse } from '../../../src/prose/extract.ts';
import { isDocument, knownLanguages, languageOf, languageOfDocument } from '../../../src/prose/languageOf.ts';

describe('the language of a file', () => {
  const files: [name: string, language: string][] = [
    ['README', 'plaintext'],
    ['/a.b/README', 'plaintext'],
    ['.gitignore', 'plaintext'],
    ['a.txt', 'plaintext'],
    ['a.MD', 'markdown'],
    ['C:\\docs\\a.mdx', 'mdx'],
    ['a.qmd', 'quarto'],
    ['a.Rmd', 'rmd'],
    ['a.min.html', 'html'],
    ['paper.tex', 'latex'],
    ['a.sty', 'tex'],
    ['a.bib', 'bibtex'],
    ['a.rst', 'restructuredtext'],
    ['a.adoc', 'asciidoc'],
    ['a.org', 'org'],
    ['a.wiki', 'wikitext'],
    ['a.mediawiki', 'wikitext'],
    ['.git/COMMIT_EDITMSG', 'git-commit'],
    ['MERGE_MSG', 'git-commit'],
    ['TAG_EDITMSG', 'git-commit'],
    ['.git/EDIT_DESCRIPTION', 'git-commit'],
    ['build/DOCKERFILE', 'dockerfile'],
    ['Makefile', 'makefile'],
  ];
  for (const [name, language] of files) {
    it(`of ${name} is one that is read`, () => {
      assert.equal(languageOf(name), language);
      assert.notEqual(extractProse('', language), undefined);
    });
  }

  it('is one that is read, whatever a name says', () => {
    const unread = knownLanguages.filter((language) => extractProse('', language) === undefined);
    assert.deepEqual(unread, []);
  });

  it('of an unknown kind is its ending, which is not read as prose', () => {
    assert.equal(languageOf('a.xyz'), 'xyz');
    assert.equal(extractProse('x', 'xyz'), undefined);
  });

  const opened: [path: string, languageId: string, language: string][] = [
    ['/a/notes.org', 'plaintext', 'org'],
    ['/a/guide.adoc', 'plaintext', 'asciidoc'],
    ['/a/Dockerfile', 'plaintext', 'dockerfile'],
    ['/a/notes.txt', 'plaintext', 'plaintext'],
    ['Untitled-1', 'plaintext', 'plaintext'],
    ['/a/data.xyz', 'plaintext', 'plaintext'],
    ['/a/notes.org', 'markdown', 'markdown'],
  ];
  for (const [path, languageId, language] of opened) {
    it(`of ${path} is ${language} where VS Code says ${languageId}, so that no markup is taken for prose`, () => {
      assert.equal(languageOfDocument(languageId, path), language);
    });
  }
});

describe('a scan of a folder', () => {
  it('reads documents', () => {
    for (const name of [
      'README',
      'docs/a.md',
      'C:\\docs\\a.TXT',
      'a.tex',
      'a.ipynb',
      'a.html',
      '.github/a.md',
    ]) {
      assert.equal(isDocument(name), true, name);
    }
  });

  it('leaves out code, data, styles of LaTeX and hidden files unless they are requested', () => {
    for (const name of [
      'a.ts',
      'a.json',
      'a.sty',
      'a.bib',
      '.gitignore',
      'docs/.hidden.md',
      'C:\\docs\\.a.md',
      'a.xyz',
    ])
      assert.equal(isDocument(name), false, name);
  });
});
