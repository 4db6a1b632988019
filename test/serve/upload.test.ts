import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as v from 'valibot';
import { maxUploadBytes } from '../../src/api/limits.ts';
import { Detection } from '../../src/api/report.ts';
import { ErrorBody } from '../../src/api/errorBody.ts';
import { endlessPdf, pdfOf } from '../unit/prose/documents/pdfs.ts';
import { temporaryFolder } from '../rig/temporaryFolder.ts';
import { issueKey, serve, type Server } from './server.ts';

const letter = 'It rained on the pier, and nobody minded.';
const Answer = v.strictObject({ data: v.strictObject({ ...Detection.entries, content: v.string() }) });

describe('a file sent to be analysed', function () {
  this.timeout(120_000);
  let server: Server;
  let keys: string[];
  beforeEach(async () => {
    const database = join(temporaryFolder('upload'), 'reports.db');
    server = await serve(database);
    keys = [await issueKey(database, 'ann'), await issueKey(database, 'bob')];
  });

  function send(form: Record<string, string | File | File[]>, key = keys[0], path = 'detections') {
    const body = new FormData();
    for (const [name, values] of Object.entries(form))
      for (const value of [values].flat()) body.append(name, value);
    const headers = { Authorization: `Bearer ${key}` };
    return fetch(`${server.address}/api/v1/${path}`, { method: 'POST', headers, body });
  }

  const fileOf = (bytes: Uint8Array | string, name: string) =>
    new File([new Uint8Array(Buffer.from(bytes))], name);

  it('is answered as its text is, with the text that the places are of', async () => {
    const files = [
      fileOf(pdfOf([[letter]]), 'Letter.PDF'),
      fileOf(`{\\rtf1 ${letter}}`, 'folder/letter.rtf'),
    ];
    const { data } = v.parse(v.object({ data: Detection }), await (await send({ content: letter })).json());
    for (const file of files) {
      const answer = await send({ file });
      assert.deepEqual(v.parse(Answer, await answer.json()).data, { ...data, content: letter });
    }
  });

  it('is refused in words where it can’t be read, and nowhere accepted but here', async () => {
    const { errors: none } = v.parse(
      ErrorBody,
      await (await send({ file: fileOf('', 'x.pdf') }, keys[0], 'reports')).json(),
    );
    assert.deepEqual(Object.keys(none ?? {}), ['content']);
    const rtf = fileOf(`{\\rtf1 ${letter}}`, 'letter.rtf');
    const refused: [Parameters<typeof send>[0], RegExp][] = [
      [{ file: fileOf('no pdf', 'letter.pdf') }, /^Damaged\. Open it/],
      [{ file: fileOf('{\\rtf1 }', 'letter.rtf') }, /^The file contains no text\.$/],
      [{ file: fileOf(letter, 'letter.exe') }, /^Send a \.docx,/],
      [{ file: rtf, content: letter }, /^Send one file, or/],
      [{ file: [rtf, rtf, rtf] }, /^Send one file, or/],
    ];
    for (const [form, message] of refused) {
      const answer = await send(form);
      const { errors } = v.parse(ErrorBody, await answer.json());
      assert.deepEqual([answer.status, Object.keys(errors ?? {})], [422, ['file']]);
      assert.match(errors?.['file']?.[0] ?? '', message);
    }
    const long = 'Some words. '.repeat(100_000);
    assert.equal((await send({ file: fileOf(`{\\rtf1 ${long}}`, 'long.rtf') })).status, 413);
    assert.equal((await send({ file: fileOf(Buffer.alloc(maxUploadBytes + 100_000), 'x.pdf') })).status, 413);
  });

  it('that would take forever delays no other account’s, and is stopped', async () => {
    const endless = Promise.all(
      Array.from({ length: 3 }, () => send({ file: fileOf(endlessPdf(), 'x.pdf') })),
    );
    let isDone = false;
    const given = endless.then((answers) => {
      isDone = true;
      return answers.map(({ status }) => status);
    });
    assert.equal((await send({ file: fileOf(pdfOf([[letter]]), 'letter.pdf') }, keys[1])).status, 200);
    assert.ok(!isDone);
    assert.deepEqual(await given, [422, 422, 422]);
  });
});
