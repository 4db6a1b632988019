import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../runs.ts';
import { parseUrlencoded } from '../../../../src/service/api/urlencoded.ts';

const maxFields = 100;

describe('a urlencoded form', () => {
  const signs = fc.constantFrom(
    ...['a', '4', '%', '%4', '%zz', '%41', '%e4%bd%a0', '%F0%9F%90%9D', '%FF', '%C3', '%EF%BB%BF'],
    ...['+', '&', '=', '%26', '%3D', '%2B', '%25'],
  );

  it('is read as URLSearchParams reads it, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: signs, maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        async (form, chunkSize) => {
          const read = await parseUrlencoded(Buffer.from(form), { maxFields, chunkSize });
          assert.deepEqual(read, [...new URLSearchParams(form)]);
        },
      ),
      { numRuns: runs(2000, 100) },
    );
  });

  it('keeps letters that were not encoded, beside some that were', async () => {
    const form = Buffer.from('content=\uFEFFcafé %E4%BD%A0 名前');
    for (const chunkSize of [1, 2, 1000])
      assert.deepEqual(await parseUrlencoded(form, { maxFields, chunkSize }), [
        ['content', '\uFEFFcafé 你 名前'],
      ]);
  });

  for (const field of ['a', 'a=1', '', '='])
    it(`of more fields than it may have is refused before any is decoded: ${JSON.stringify(field)}`, async () => {
      const form = (count: number) => Buffer.from(`${field}&`.repeat(count));
      assert.equal((await parseUrlencoded(form(100), { maxFields })).length, field === '' ? 0 : 100);
      await assert.rejects(parseUrlencoded(form(101), { maxFields }), RangeError);
    });

  it('leaves the thread free between the pieces of a long field', async () => {
    let turns = 0;
    const turn = (): void => {
      turns++;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    await parseUrlencoded(Buffer.from(`content=${'%41'.repeat(10_000)}`), { maxFields, chunkSize: 1000 });
    clearImmediate(next);
    assert.ok(turns >= 28, `${turns} turns`);
  });
});
