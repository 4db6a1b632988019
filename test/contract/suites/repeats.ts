import assert from 'node:assert/strict';
import { endless, failing } from '../support/fakeDetect.ts';
import {
  call,
  expectInvalid,
  expectRefused,
  expectStatus,
  listReports,
  reportIn,
  type Answer,
} from '../support/http.ts';
import type { Subject } from '../support/targets.ts';
import { otherKey } from '../support/testService.ts';

const path = '/api/v1/reports';

/** `Idempotency-Key` and `Prefer` on a create (docs/api.md). */
export function repeatsSuite(subject: () => Subject): void {
  let keys = 0;
  const newKey = (): string => `"key ${++keys}"`.replaceAll(' ', '-');
  const create = (
    key: string,
    form: Record<string, string> = {},
    options: Parameters<typeof call>[2] = {},
  ): Promise<Answer> =>
    call(subject(), path, {
      form: { content: 'Some words to analyse.', project: 'repeats', ...form },
      ...options,
      headers: { 'Idempotency-Key': key, ...options.headers },
    });
  const stored = async (): Promise<number> => (await listReports(subject(), 'project=repeats')).meta.total;

  it('answers a create that is repeated with its key by the first report, and stores no second', async () => {
    const key = newKey();
    const first = expectStatus(await create(key, { privacy: '2', password: 'a long password' }), 201);
    const before = await stored();
    for (let i = 0; i < 2; i++) {
      const again = expectStatus(await create(key, { password: 'a long password', privacy: '2' }), 201);
      assert.deepEqual(reportIn(again), reportIn(first));
      assert.equal(again.headers.get('Location'), first.headers.get('Location'));
      assert.equal(again.headers.get('Idempotency-Key'), key);
    }
    assert.equal(await stored(), before);
  });

  it('makes a report of its own for each key, and for each request without one', async () => {
    const before = await stored();
    await create(newKey());
    await create(newKey());
    const without = await call(subject(), path, { form: { content: 'Some words.', project: 'repeats' } });
    assert.equal(without.headers.get('Idempotency-Key'), null);
    assert.equal(await stored(), before + 3);
  });

  it('refuses a key that came with another body, whatever differs', async () => {
    const key = newKey();
    await create(key, { title: 'a', privacy: '2', password: 'a long password' });
    const before = await stored();
    for (const other of [
      { title: 'b' },
      { title: 'a', password: 'another password' },
      { content: 'Other.' },
    ]) {
      const form = { title: 'a', privacy: '2', password: 'a long password', ...other };
      expectInvalid(await create(key, form), 'Idempotency-Key');
    }
    assert.equal(await stored(), before);
  });

  it('keeps the keys of two accounts apart', async () => {
    const key = newKey();
    const mine = reportIn(await create(key));
    const theirs = reportIn(await create(key, { content: 'Other words.' }, { key: otherKey }));
    assert.notEqual(mine.id, theirs.id);
    assert.equal(theirs.content, 'Other words.');
  });

  it('lets a request that failed be tried again with its key', async () => {
    const key = newKey();
    expectRefused(await create(key, { content: failing }), 500);
    expectStatus(await create(key), 201);
  });

  it('lets a key be used again once its report is deleted: nothing is left to answer with', async () => {
    const key = newKey();
    const { id } = reportIn(await create(key));
    expectStatus(await call(subject(), `${path}/${id}`, { method: 'DELETE' }), 204);
    const again = reportIn(expectStatus(await create(key), 201));
    assert.notEqual(again.id, id);
    assert.deepEqual(reportIn(await create(key)), again);
  });

  it('answers 409 with Retry-After while the first request is under way', async () => {
    const key = newKey();
    const controller = new AbortController();
    // Either may come first: the other is refused, and the first goes on until it is given up.
    const both = [1, 2].map(() => create(key, { content: endless }, { signal: controller.signal }));
    try {
      const refused = await Promise.race(both);
      assert.equal(expectRefused(refused, 409).headers.get('Retry-After'), '1');
      expectInvalid(await create(key, { content: 'Other.' }), 'Idempotency-Key');
    } finally {
      controller.abort();
      await Promise.allSettled(both);
    }
  });

  for (const [name, key] of [
    ['nothing', ''],
    ['a blank in it', 'a b'],
    ['256 characters', 'k'.repeat(256)],
    ['a letter that is not ASCII', 'é'],
  ] as const) {
    it(`refuses a key that is none: ${name}`, async () => {
      expectInvalid(await create(key), 'Idempotency-Key');
    });
  }

  it('takes a key of 255 characters of any visible kind', async () => {
    const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, i) => 0x21 + i));
    expectStatus(await create(visible.repeat(3).slice(0, 255)), 201);
  });

  it('leaves the content out of the answer for who prefers it so, and says that it did', async () => {
    for (const prefer of ['return=minimal', 'respond-async, RETURN="minimal"; x=1']) {
      const answer = expectStatus(await create(newKey(), {}, { headers: { Prefer: prefer } }), 201);
      assert.equal(answer.headers.get('Preference-Applied'), 'return=minimal');
      const { data } = JSON.parse(answer.text) as { data: Record<string, unknown> };
      assert.ok(!('content' in data));
      assert.equal(data['words'], 4);
      assert.ok(data['result']);
    }
    for (const prefer of ['return=representation', 'return=representation, return=minimal', 'minimal', '']) {
      const answer = expectStatus(await create(newKey(), {}, { headers: { Prefer: prefer } }), 201);
      assert.equal(answer.headers.get('Preference-Applied'), null);
      assert.equal(reportIn(answer).content, 'Some words to analyse.');
    }
  });
}
