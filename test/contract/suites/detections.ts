import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Detection, Result } from '../../../src/api/report.ts';
import { maxObjects } from '../../../src/service/api/body.ts';
import { endless, failing } from '../support/fakeDetect.ts';
import {
  call,
  expectInvalid,
  expectRefused,
  expectStatus,
  listProjects,
  listReports,
  reportIn,
  type Answer,
} from '../support/http.ts';
import type { Subject } from '../support/targets.ts';
import { maxContentBytes } from '../support/testService.ts';

const path = '/api/v1/detections';

const Strict = v.strictObject({ ...Detection.entries, result: v.strictObject(Result.entries) });

function detectionIn(answer: Answer): Detection {
  return v.parse(v.strictObject({ data: Strict }), JSON.parse(expectStatus(answer, 200).text)).data;
}

function detectionsIn(answer: Answer): Detection[] {
  return v.parse(v.strictObject({ data: v.array(Strict) }), JSON.parse(expectStatus(answer, 200).text)).data;
}

/** How texts read, of which nothing is stored (docs/api.md). */
export function detectionsSuite(subject: () => Subject): void {
  const detect = (json: unknown, headers: Record<string, string> = {}) =>
    call(subject(), path, { json, headers });
  const lines = (body: string) =>
    call(subject(), path, { body, headers: { 'Content-Type': 'application/jsonl' } });

  it('says of a text what a report of it says, short or long', async () => {
    for (const content of ['Some words to analyse.', 'Ein längerer Text. '.repeat(4000)]) {
      const { language, words, characters, sentences, model, result } = reportIn(
        expectStatus(await call(subject(), '/api/v1/reports', { form: { content } }), 201),
      );
      const told = { language, words, characters, sentences, model, result };
      assert.deepEqual(detectionIn(await detect({ content })), told);
      assert.deepEqual(detectionIn(await call(subject(), path, { form: { content } })), told);
    }
  });

  it('answers several texts in their order, as an array and as lines, short or long', async () => {
    for (const length of [1, 4000]) {
      const contents = ['One', 'two words', 'and three words'].map((text) => `${text} `.repeat(length));
      const texts = contents.map((content) => ({ content }));
      const expected = await Promise.all(texts.map(async (text) => detectionIn(await detect(text))));
      assert.deepEqual(detectionsIn(await detect(texts)), expected);
      const asLines = `\n${texts.map((text) => JSON.stringify(text)).join('\r\n\r\n')}`;
      assert.deepEqual(detectionsIn(await lines(asLines)), expected);
      assert.deepEqual(detectionsIn(await detect(texts.slice(0, 1))), expected.slice(0, 1));
    }
  });

  it('stores neither a text nor what was said of it, nor a key to repeat it by', async () => {
    const before = [(await listReports(subject())).meta.total, (await listProjects(subject())).meta.total];
    const key = { 'Idempotency-Key': 'detection' };
    detectionIn(await detect({ content: 'Some words.', project: 'no project', title: 'x' }, key));
    const answer = await detect({ content: 'Other words.' }, key);
    detectionIn(answer);
    assert.equal(answer.headers.get('Idempotency-Key'), null);
    assert.equal(answer.headers.get('Location'), null);
    const after = [(await listReports(subject())).meta.total, (await listProjects(subject())).meta.total];
    assert.deepEqual(after, before);
  });

  it('names which of several texts is wrong, and analyses none then', async () => {
    const sound = { content: 'Some words.' };
    expectInvalid(await detect([sound, {}, { content: ' ' }, 'text']), '3');
    expectInvalid(await detect([sound, {}, { content: ' ' }]), '1.content', '2.content');
    expectInvalid(await lines(`${JSON.stringify(sound)}\n{"content":`), '1');
    expectInvalid(await lines('{"content":"a","content":"b"}'), '0.content');
    expectInvalid(await detect({ content: 7 }), 'content');
    const body = '[{"content":"a"},{"content":"a","content":"b"}]';
    const headers = { 'Content-Type': 'application/json' };
    expectInvalid(await call(subject(), path, { body, headers }), 'content');
  });

  it('takes so many texts at once, and no more', async () => {
    const texts = Array.from({ length: maxObjects }, (_, number) => ({ content: `Text ${number}.` }));
    assert.equal(detectionsIn(await detect(texts)).length, maxObjects);
    const more = [...texts, { content: 'One more.' }];
    expectInvalid(await detect(more), 'body');
    expectInvalid(await lines(more.map((text) => JSON.stringify(text)).join('\n')), 'body');
    expectInvalid(await lines('\n'.repeat(100_000)), 'body');
    for (const none of ['', '\n', '\r\n']) expectInvalid(await lines(none), 'body');
    expectInvalid(await lines(' '.repeat(1_000_000)), '0');
    expectInvalid(await detect([]), 'body');
  });

  it('takes as long a text as a report, and several as long together', async () => {
    const half = 'é'.repeat(maxContentBytes / 4);
    detectionIn(await detect({ content: half + half }));
    detectionsIn(await detect([{ content: half }, { content: half }]));
    expectRefused(await detect({ content: `${half}${half}.` }), 413);
    expectRefused(await detect([{ content: half }, { content: half }, { content: '.' }]), 413);
  }).timeout(20_000);

  it('accepts no file where the service does not read files, and says what to send', async () => {
    const body = new FormData();
    body.append('file', new File(['{\\rtf1 Some words.}'], 'words.rtf'));
    expectInvalid(await call(subject(), path, { body }), 'file');
    expectInvalid(await detect({ file: 'words.rtf' }), 'content');
  });

  it('needs a key, takes nothing but POST, and no lines for a report', async () => {
    expectRefused(await call(subject(), path, { json: { content: 'Some words.' }, key: null }), 401);
    expectRefused(await call(subject(), path), 405);
    const headers = { 'Content-Type': 'application/jsonl' };
    const body = '{"content":"Some words."}';
    expectRefused(await call(subject(), '/api/v1/reports', { body, headers }), 415);
    expectRefused(await call(subject(), path, { body, headers: { 'Content-Type': 'text/plain' } }), 415);
  });

  it('says nothing of its insides where it fails, and stops when nobody waits', async () => {
    const answer = expectRefused(await detect([{ content: 'a' }, { content: failing }]), 500);
    assert.doesNotMatch(answer.text, /secret/);
    const signal = AbortSignal.timeout(50);
    await assert.rejects(call(subject(), path, { json: { content: endless }, signal }));
  });
}
