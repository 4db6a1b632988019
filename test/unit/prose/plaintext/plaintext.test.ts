import assert from 'node:assert/strict';
import { extractProse } from '../../../../src/prose/extract.ts';

function proseOf(document: string): string | undefined {
  return extractProse(document, 'git-commit')?.text;
}

describe('the prose of a commit message', () => {
  it('leaves out git’s comments, and maps the rest to its place', () => {
    const document =
      'Mend the pier\n\nIt leaned.\n# Please enter the message\n#\tmodified: pier\nIt stands.\n';
    const { text, spans } = extractProse(document, 'git-commit')!;
    assert.equal(text, 'Mend the pier\n\nIt leaned.\nIt stands.\n');
    assert.deepEqual(
      spans.map(({ documentStart, length }) => document.slice(documentStart, documentStart + length)),
      ['Mend the pier\n\nIt leaned.\n', 'It stands.\n'],
    );
  });

  it('never includes the diff of a verbose commit', () => {
    const line = '# ------------------------ >8 ------------------------';
    assert.equal(proseOf(`Mend it\r\n${line}\r\ndiff --git a/x b/x\r\n`), 'Mend it\r\n');
  });

  it('leaves out what git comments with another character, and keeps lines that begin with # then', () => {
    const comments =
      "; Please enter the message. Lines starting\n; with ';' are ignored.\n;\n;\tmodified: pier\n";
    assert.equal(proseOf(`#42 leaned\n\nMend it.\n\n${comments}`), '#42 leaned\n\nMend it.\n\n');
    for (const comment of ['%', '//']) {
      const line = `${comment} ------------------------ >8 ------------------------`;
      assert.equal(proseOf(`#42\n${comment} On branch main\n${comment}\n${line}\ndiff --git\n`), '#42\n');
    }
  });

  it('keeps all above the scissors where git does', () => {
    const line = '# ------------------------ >8 ------------------------';
    assert.equal(
      proseOf(`Mend it\n\n# Why\n\nIt leaned.\n${line}\n# On branch main\n`),
      'Mend it\n\n# Why\n\nIt leaned.\n',
    );
  });

  it('keeps a list or a table at the end of a message', () => {
    for (const end of ['* pier\n* mill\n', '| a | b |\n| 1 | 2 |\n', '- a\n- b\n', 'Closes: #1\n:) :)\n'])
      assert.equal(proseOf(`Mend it\n\n${end}`), `Mend it\n\n${end}`);
  });

  it('finds none before anything is written', () => {
    assert.equal(proseOf('\n# Please enter the message\n')?.trim(), '');
  });
});

describe('the prose of the source control view’s box', () => {
  it('is all of it, even a line that begins with #, because git doesn’t change it', () => {
    const message = 'Mend the pier\n\n#42 told of it.\n';
    assert.equal(extractProse(message, 'scminput')?.text, message);
  });
});
