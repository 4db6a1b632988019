import assert from 'node:assert/strict';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { codeActionsAt, diagnosticsOf, hoverAt, languageIdOf } from '../../../../src/cli/lsp/findings.ts';
import type { ScannedFile } from '../../../../src/cli/formats/format.ts';
import { readOpenDocument } from '../../../../src/cli/scan/readProse.ts';
import { outcomeOf } from '../../../../src/cli/scan/scanFile.ts';
import { readModelFile } from '../../../../src/cli/assets.ts';
import { noRules } from '../../../../src/scan/judged.ts';
import { essay, letter } from '../../../serve/cli/texts.ts';

const model = readModelFile();
const options = { ...noRules, hashPassages: true };

async function scanned(text: string, languageId = 'markdown'): Promise<ScannedFile> {
  const reading = readOpenDocument({ text, languageId }, options);
  const outcome = await outcomeOf('a.md', reading, model, options);
  assert.equal(outcome.kind, 'scanned');
  return outcome;
}

const asText = (value: unknown): string => JSON.stringify(value);

describe('what the language server tells', () => {
  it('is of a document in a language that its name says, or else the editor', () => {
    assert.equal(languageIdOf('/a/b.rst', 'rst'), 'restructuredtext');
    assert.equal(languageIdOf('/a/b.md', 'pandoc'), 'markdown');
    assert.equal(languageIdOf('/a/script', 'python'), 'python');
    assert.equal(languageIdOf('/a/notes.txt', 'help'), 'plaintext');
    assert.equal(languageIdOf('untitled:Untitled-1', 'markdown'), 'markdown');
    assert.equal(languageIdOf('/a/data.json', 'json'), undefined);
  });

  it('is no sentence that the baseline knows, and nothing of the whole where all is known', async () => {
    const file = await scanned(essay);
    const all = diagnosticsOf(file);
    const [, , second] = all;
    file.known[file.segments.findIndex(({ column }) => column - 1 === second?.range.start.character)] =
      'baseline';
    assert.equal(diagnosticsOf(file).length, all.length - 1);
    file.known = file.segments.map(() => 'baseline');
    assert.deepEqual(diagnosticsOf(file), []);
  });

  it('has no finding for a text that is unclear or reads like a person', async () => {
    assert.deepEqual(diagnosticsOf(await scanned(letter)), []);
    assert.deepEqual(diagnosticsOf(await scanned('It rained on the pier, and nobody minded.')), []);
  });

  it('has the folder’s severity, but a broken ignore comment is a warning', async () => {
    const file = { ...(await scanned(essay)), warnings: [{ line: 3, problem: 'No.' }] };
    const found = diagnosticsOf(file, 'error');
    assert.deepEqual(
      new Set(found.map(({ code, severity }) => `${code} ${severity}`)),
      new Set(['verdict 3', 'sentence 1', 'ignore-comment 2']),
    );
  });

  it('says at the pointer why a text can’t be judged, and claims nothing of its sentences', async () => {
    const file = await scanned('It rained on the pier, and nobody minded.');
    const hover = asText(hoverAt(file, { line: 0, character: 3 }, 'plaintext')?.contents);
    assert.match(hover, /too short/i);
    assert.doesNotMatch(hover, /reads like/i);
    assert.equal(hoverAt(file, { line: 5, character: 0 }, 'plaintext'), null);
  });

  it('shows a text’s own words as words, not as Markdown', async () => {
    const file = await scanned(essay.replaceAll('represent', '`represent` [a](b)'));
    for (const { line, column } of file.segments) {
      const hover = hoverAt(file, { line: line - 1, character: column - 1 }, 'markdown');
      assert.doesNotMatch(asText(hover), /[^\\]\]\(/);
    }
  });

  it('offers no comment in plain text, no file’s actions outside of files, and nothing beside flagged sentences', async () => {
    const titles = (languageId: string, isFile: boolean, file: ScannedFile, line: number): string[] => {
      const place = { line, character: 0 };
      const document = TextDocument.create('file:///a', languageId, 1, essay);
      const selection = { range: { start: place, end: place }, context: { diagnostics: [] } };
      const client = { canWriteRules: isFile, supportsVersions: true };
      const last = { version: 1, languageId, scanned: file };
      return codeActionsAt(document, last, selection, client).map(({ title }) => title);
    };
    const file = await scanned(essay);
    const line = essay.split('\n').findIndex((each) => each.startsWith('Community'));
    assert.deepEqual(titles('markdown', false, file, line), ['Inkling: Ignore this passage']);
    assert.deepEqual(titles('plaintext', true, file, line), [
      'Inkling: Mark as human',
      'Inkling: Ignore this file',
    ]);
    assert.deepEqual(titles('markdown', true, file, 1), []);
    assert.deepEqual(titles('markdown', true, await scanned(letter), 2), []);
  });
});
