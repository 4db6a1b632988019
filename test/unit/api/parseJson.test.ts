import assert from 'node:assert/strict';
import { parseJson } from '../../../src/api/parseJson.ts';

const inUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('JSON in UTF-8', () => {
  const nested = (depth: number) => `${'[{"]":'.repeat(depth / 2)}"\\"[{"${'}]'.repeat(depth / 2)}`;

  it('is taken as deep as any answer nests', async () => {
    assert.equal(JSON.stringify(await parseJson(inUtf8(nested(500)))), nested(500));
  });

  it('is refused where showing or saving it would exhaust the stack', async () => {
    await assert.rejects(parseJson(inUtf8(nested(502))), RangeError);
  });

  it('keeps every letter of any script, and a mark of byte order only within a text', async () => {
    const value = ['\u{1F41D} Bücher', '名前', '\uFEFF', 'a'.repeat(2_000_000), { é: '\uFEFF' }];
    assert.deepEqual(await parseJson(inUtf8(`\uFEFF${JSON.stringify(value)}`)), value);
  });

  it('is refused where half of it is missing, short or long', async () => {
    for (const json of ['{"a":', `["${'a'.repeat(2_000_000)}`])
      await assert.rejects(parseJson(inUtf8(json)), SyntaxError);
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

  it('may have the maximum number of values, and the maximum length of text', async () => {
    const value = Array.from({ length: 10 }, () => ',[{'.repeat(1000));
    assert.deepEqual(await parseJson(inUtf8(JSON.stringify(value)), { maxValues: 10 }), value);
  });

  it('is refused where an object has a name twice, also one in a list, and not where two have it', async () => {
    const limits = { allowRepeated: false };
    for (const json of ['{"a":1,"a":2}', '[{"b":1},{"a":1,"a":2}]', '[{"a":1,"\\u0061":2}]'])
      await assert.rejects(parseJson(inUtf8(json), limits), { name: 'RepeatedNameError', field: 'a' });
    for (const json of ['[{"a":1},{"a":2}]', '{"a":{"b":1},"c":{"b":1}}', '[[{"a":1},{"a":1}]]'])
      assert.deepEqual(await parseJson(inUtf8(json), limits), JSON.parse(json));
  });

  it('treats __proto__ as an ordinary name', async () => {
    const value = (await parseJson(inUtf8('{"__proto__": {"a": 1}, "b": [1, 2, 3]}'))) as object;
    assert.deepEqual(Object.keys(value), ['__proto__', 'b']);
  });

  it('leaves the thread free between the turns of a long one', async () => {
    let turns = 0;
    const turn = (): void => {
      turns++;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    await parseJson(inUtf8(JSON.stringify('a'.repeat(3_000_000))));
    clearImmediate(next);
    assert.ok(turns >= 4, `${turns} turns`);
  });
});
