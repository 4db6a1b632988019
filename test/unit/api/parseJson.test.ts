import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../runs.ts';
import { parseJson } from '../../../src/api/parseJson.ts';

type Outcome = { value: unknown } | 'refused';

const native = (text: string): Outcome => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return 'refused';
  }
};
const inUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const inChunks = (text: string, chunkSize: number): Promise<Outcome> =>
  parseJson(inUtf8(text), { chunkSize }).then(
    (value) => ({ value }),
    (error: unknown) => {
      assert.ok(error instanceof SyntaxError);
      return 'refused' as const;
    },
  );

describe('JSON that is parsed in chunks', () => {
  it('is what JSON.parse makes of it, however long the chunks are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.nat(12),
        fc.constantFrom(0, 1, '\t'),
        async (value, chunkSize, space) => {
          const text = JSON.stringify(value, null, space);
          assert.deepEqual(await inChunks(text, chunkSize), native(text));
        },
      ),
      { numRuns: runs(500, 100) },
    );
  });

  it('keeps a long text letter for letter, whatever escapes stand where it is cut', async () => {
    const signs = fc.constantFrom('a', '"', '\\\\', '\n', '\u0001', 'é', '名', '🐝', '\uD83D', '\uDC1D');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: signs, maxLength: 60 }), fc.nat(9), async (value, chunkSize) => {
        const text = JSON.stringify([value, value]);
        assert.deepEqual(await inChunks(text, chunkSize), { value: [value, value] });
        const escaped = text.replace(
          /[^\x20-\x7e]/g,
          (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        assert.deepEqual(await inChunks(escaped, chunkSize), { value: [value, value] });
      }),
      { numRuns: runs(500, 100) },
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
        async (json, chunkSize, place, sign, left) => {
          const at = place % (json.length + 1);
          const text = json.slice(0, at) + sign + json.slice(at + left);
          assert.deepEqual(await inChunks(text, chunkSize), native(text));
        },
      ),
      { numRuns: runs(2000, 100) },
    );
  });

  const nested = (depth: number) => `${'[{"]":'.repeat(depth / 2)}"\\"[{"${'}]'.repeat(depth / 2)}`;
  for (const chunkSize of [8, 1e6]) {
    it(`is taken as deep as any answer nests, with chunks of ${chunkSize}`, async () => {
      assert.equal(JSON.stringify(await parseJson(inUtf8(nested(500)), { chunkSize })), nested(500));
    });

    it(`is refused where showing or saving it would exhaust the stack, with chunks of ${chunkSize}`, async () => {
      await assert.rejects(parseJson(inUtf8(nested(502)), { chunkSize }), RangeError);
    });
  }

  it('keeps every letter of any script, and a mark of byte order only within a text', async () => {
    const value = ['\u{1F41D} Bücher', '名前', '\uFEFF', 'a'.repeat(20), { é: '\uFEFF' }];
    for (const chunkSize of [0, 5, 1000])
      assert.deepEqual(await parseJson(inUtf8(`\uFEFF${JSON.stringify(value)}`), { chunkSize }), value);
  });

  for (const [what, json] of [
    ['items', `[${'1,'.repeat(10)}1]`],
    ['members', `{${'"a":1,'.repeat(10)}"a":1}`],
    ['brackets', '['.repeat(11)],
    ['digits', '1'.repeat(641)],
    ['blanks', `[${' '.repeat(640)}]`],
  ] as const) {
    it(`is refused unparsed where it holds more than it may, in ${what}`, async () => {
      await assert.rejects(parseJson(inUtf8(json), { maxValues: 10 }), RangeError);
    });
  }

  it('may hold what it may, and as much text', async () => {
    const value = Array.from({ length: 10 }, () => ',[{'.repeat(1000));
    assert.deepEqual(await parseJson(inUtf8(JSON.stringify(value)), { maxValues: 10 }), value);
  });

  for (const text of ['\\', '"', '\u0001'])
    it(`leaves the thread free while a text of ${JSON.stringify(text)} alone is cut and read`, async () => {
      let turns = 0;
      const turn = (): void => {
        turns++;
        next = setImmediate(turn);
      };
      let next = setImmediate(turn);
      const json = inUtf8(JSON.stringify(text.repeat(5000)));
      assert.equal(await parseJson(json, { chunkSize: 1000 }), text.repeat(5000));
      clearImmediate(next);
      assert.ok(turns >= (2 * json.length) / 1000 - 2, `${turns} turns`);
    });

  it('takes the name __proto__ for a name', async () => {
    const value = (await parseJson(inUtf8('{"__proto__": {"a": 1}, "b": [1, 2, 3]}'), {
      chunkSize: 4,
    })) as object;
    assert.deepEqual(Object.keys(value), ['__proto__', 'b']);
  });

  it('leaves the thread free meanwhile', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const segments = Array.from({ length: 200_000 }, (_, i) => ({ start: i, end: i + 1 }));
    await parseJson(inUtf8(JSON.stringify(segments)));
    clearInterval(timer);
    assert.ok(turns > 1);
  });
});
