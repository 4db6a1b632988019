import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as browser from '../../../src/platform/browser.ts';
import * as node from '../../../src/platform/node.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 300 });
const bytes = fc.uint8Array({ maxLength: 300 }).map((each) => new Uint8Array(each));

const agree = <Value>(
  values: fc.Arbitrary<Value>,
  work: (platform: typeof node | typeof browser, value: Value) => unknown,
): void => {
  fc.assert(
    fc.property(values, (value) => {
      assert.deepEqual(work(browser, value), work(node, value));
    }),
  );
};

describe('what stands in for Node in a browser', () => {
  it('computes the same digests, so that keys and cursors are valid on both', () => {
    agree(text, ({ sha256 }, value) => sha256(value));
    agree(fc.tuple(text, fc.array(text)), ({ hmacSha256 }, [key, texts]) => hmacSha256(key, texts));
  });

  it('makes the same checksums, also part by part', () => {
    agree(fc.tuple(text, bytes), ({ crc32 }, [a, b]) => [crc32(a), crc32(b), crc32(a, crc32(b))]);
  });

  it('writes and reads base64 the same way, even if damaged', () => {
    agree(bytes, ({ toBase64Url }, value) => toBase64Url(value));
    const base64 = fc.stringMatching(/^[A-Za-z0-9+/_\- \r\n!]{0,60}={0,2}[a-z]?$/);
    agree(base64, ({ fromBase64 }, value) => [...fromBase64(value)]);
  });

  it('counts and recognises UTF-8 the same way', () => {
    agree(fc.oneof(text, fc.constant('𝒳é'.repeat(50_000))), ({ utf8Length }, value) => utf8Length(value));
    agree(bytes, ({ isUtf8 }, value) => isUtf8(value));
    agree(bytes, ({ fromLatin1 }, value) => fromLatin1(value));
  });

  it('reads what it compressed in parts, whole and in chunks', async () => {
    for (const { gzip, gunzip, gunzipInChunks } of [node, browser]) {
      const parts = ['{"segments":[', 'a,é,'.repeat(100_000), ']}'];
      const stream = gzip();
      for (const part of parts) stream.push(part);
      const compressed = stream.end();
      assert.equal(gunzip(compressed), parts.join(''));
      const decoder = new TextDecoder();
      let read = '';
      for await (const chunk of gunzipInChunks(compressed)) read += decoder.decode(chunk, { stream: true });
      assert.equal(read, parts.join(''));
    }
  });

  it('reads a stream also in Safari, whose streams have no iterator', async () => {
    const stream = new Blob(['a text']).stream();
    Object.defineProperty(stream, Symbol.asyncIterator, { value: undefined });
    const chunks: string[] = [];
    for await (const chunk of browser.chunksOf(stream)) chunks.push(new TextDecoder().decode(chunk));
    assert.equal(chunks.join(''), 'a text');
  });

  it('cancels a stream that is not read to its end', async () => {
    let isCancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(new Uint8Array(1));
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const chunk of browser.chunksOf(stream)) if (chunk.length > 0) break;
    assert.ok(isCancelled);
  });

  it('derives the same key from a password, and distinguishes keys', async () => {
    const cost = { N: 16, r: 1, p: 1 };
    const salt = new Uint8Array(16).fill(7);
    const [a, b] = await Promise.all([node, browser].map(({ scrypt }) => scrypt('pässword', salt, cost)));
    assert.deepEqual([...a!], [...b!]);
    for (const { isSame } of [node, browser]) {
      assert.equal(isSame(a!, b!), true);
      assert.equal(isSame(a!, new Uint8Array(32)), false);
    }
  });

  it('handles waiting messages before it continues', async () => {
    for (const { nextTurn } of [node, browser]) await nextTurn();
  });
});
