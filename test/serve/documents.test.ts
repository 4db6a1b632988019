import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { DocumentReader } from '../../src/prose/documents/reader.ts';
import { endlessPdf, pdfOf, vastPdf } from '../unit/prose/documents/pdfs.ts';
import { workerPaths } from '../../src/cli/assets.ts';

const letter = 'It rained on the pier, and nobody minded.';
const rtf = (text: string): Uint8Array => Buffer.from(`{\\rtf1 ${text}}`);

describe('the reader of documents', function () {
  this.timeout(120_000);
  const reader = new DocumentReader(workerPaths.documents());

  it('reads files side by side and one after the other, each its own text', async () => {
    const texts = async (kettles: readonly string[]): Promise<string[]> => {
      const read = await Promise.all(kettles.map((kettle) => reader.read(rtf(kettle), 'rtf')));
      return read.map(({ text }) => text);
    };
    assert.deepEqual(await texts(['one', 'two', 'three']), ['one', 'two', 'three']);
    assert.deepEqual(await texts(['four']), ['four']);
    assert.equal((await reader.read(pdfOf([[letter]]), 'pdf')).text, letter);
  });

  it('refuses a file that would take all memory, and reads the next', async () => {
    await assert.rejects(reader.read(vastPdf(), 'pdf'), /takes too much time or memory to read/);
    assert.equal((await reader.read(rtf(letter), 'rtf')).text, letter);
  });

  it('refuses a file that would take years', async () => {
    await assert.rejects(reader.read(endlessPdf(), 'pdf'), /takes too much time or memory to read/);
  });

  it('stops reading at once when the result is no longer needed', async () => {
    const cancelled = new AbortController();
    const reading = reader.read(endlessPdf(), 'pdf', cancelled.signal);
    await setTimeout(100);
    cancelled.abort(new Error('enough'));
    await assert.rejects(reading, /enough/);
    await assert.rejects(reader.read(rtf(letter), 'rtf', cancelled.signal), /enough/);
  });

  it('reports a damaged file, and reuses the process', async () => {
    await assert.rejects(reader.read(Buffer.from('no rtf'), 'rtf'), /damaged/);
    assert.equal((await reader.read(rtf(letter), 'rtf')).text, letter);
  });
});
