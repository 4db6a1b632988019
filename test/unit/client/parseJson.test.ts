import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseJson } from '../../../src/client/parseJson.ts';

type Outcome = { value: unknown } | 'refused';

const native = (text: string): Outcome => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return 'refused';
  }
};
const inPieces = (text: string, piece: number): Promise<Outcome> =>
  parseJson(text, piece).then(
    (value) => ({ value }),
    (error: unknown) => {
      assert.ok(error instanceof SyntaxError);
      return 'refused' as const;
    },
  );

describe('JSON that is parsed in pieces', () => {
  it('is what JSON.parse makes of it, however long the pieces are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.nat(12),
        fc.constantFrom(0, 1, '\t'),
        async (value, piece, space) => {
          const text = JSON.stringify(value, null, space);
          assert.deepEqual(await inPieces(text, piece), native(text));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is refused where JSON.parse refuses it: half an answer, a sign too many', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json(),
        fc.nat(12),
        fc.nat(),
        fc.constantFrom('', ',', ':', ']', '}', '[', '{', '"', '\\', ' ', '0', 'x', '\u00A0'),
        fc.nat(3),
        async (json, piece, place, sign, left) => {
          const at = place % (json.length + 1);
          const text = json.slice(0, at) + sign + json.slice(at + left);
          assert.deepEqual(await inPieces(text, piece), native(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  const nested = (depth: number) => `${'[{"]":'.repeat(depth / 2)}"\\"[{"${'}]'.repeat(depth / 2)}`;
  for (const piece of [8, 1e6]) {
    it(`is taken as deep as any answer nests, with pieces of ${piece}`, async () => {
      assert.equal(JSON.stringify(await parseJson(nested(500), piece)), nested(500));
    });

    it(`is refused where showing or saving it would exhaust the stack, with pieces of ${piece}`, async () => {
      await assert.rejects(parseJson(nested(502), piece), SyntaxError);
    });
  }

  it('takes the name __proto__ for a name', async () => {
    const value = (await parseJson('{"__proto__": {"a": 1}, "b": [1, 2, 3]}', 4)) as object;
    assert.deepEqual(Object.keys(value), ['__proto__', 'b']);
  });

  it('leaves the thread free meanwhile', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await parseJson(JSON.stringify(Array.from({ length: 200_000 }, (_, i) => ({ start: i, end: i + 1 }))));
    clearInterval(timer);
    assert.ok(turns > 1);
  });
});
