import assert from 'node:assert/strict';
import { parse, readBody } from '../../../src/service/fields.ts';
import { CreateReport } from '../../../src/service/parameters.ts';
import { Problem } from '../../../src/service/problem.ts';

const address = 'http://inkling.test/';
const form = (pairs: Iterable<[string, string]>) =>
  new Request(address, { method: 'POST', body: new URLSearchParams([...pairs]) });

describe('the fields of a body', () => {
  it('are numbers in a form where they are meant to be, and written as JSON writes them', async () => {
    const pairs: [string, string][] = [['a', '0'], ['b', '12'], ['c', '012'], ['d', '1x'], ['e', ''], ['f', '12']]; // prettier-ignore
    const read = await readBody(form(pairs), ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(read, { a: 0, b: 12, c: '012', d: '1x', e: '', f: '12' });
  });

  it('are a thousand at most, so that one request does not keep everybody waiting', async () => {
    const pairs = Array.from({ length: 1001 }, (_, i): [string, string] => [`f${i}`, 'x']);
    assert.equal(Object.keys(await readBody(form(pairs.slice(1)))).length, 1000);
    await assert.rejects(readBody(form(pairs)), (error) => {
      assert.ok(error instanceof Problem);
      assert.deepEqual([error.status, error.errors], [422, { body: ['Send at most 1000 fields.'] }]);
      return true;
    });
  });

  it('that are wrong in two ways are told of the first, so that the message stays short', () => {
    assert.throws(() => parse(CreateReport, { content: 'a', project: '\u0007'.repeat(300) }), {
      message: 'project: Use at most 255 characters.',
    });
  });

  it('in another coding or letters than ours are refused, rather than stored as something else', async () => {
    const refusedWith = async (headers: Record<string, string>) => {
      const request = new Request(address, { method: 'POST', headers, body: 'content=a' });
      return readBody(request).then(
        () => 'read',
        (error: unknown) => (error instanceof Problem ? [error.status, error.message, error.headers] : error),
      );
    };
    const type = 'application/x-www-form-urlencoded';
    const coded = [415, 'Send the body without a Content-Encoding.', { 'Accept-Encoding': 'identity' }];
    assert.deepEqual(await refusedWith({ 'Content-Type': type, 'Content-Encoding': 'gzip' }), coded);
    assert.deepEqual(await refusedWith({ 'Content-Type': type, 'Content-Encoding': ' Identity ' }), 'read');
    const inLetters = [415, 'Send the body in UTF-8.', {}];
    for (const charset of ['latin1', '"latin1"', 'utf-81', 'xutf-8'])
      for (const between of [';', '; ', ';  '])
        assert.deepEqual(
          await refusedWith({ 'Content-Type': `${type}${between}charset=${charset}` }),
          inLetters,
        );
    assert.deepEqual(await refusedWith({ 'Content-Type': 'text/plain' }), [
      415,
      'Send application/x-www-form-urlencoded, multipart/form-data or application/json in UTF-8.',
      {},
    ]);
  });

  it('are asked for again in words when what came is no multipart', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    await assert.rejects(readBody(new Request(address, { method: 'POST', headers, body: 'x' })), {
      status: 422,
      message: 'body: This is not multipart/form-data with the boundary that its header names.',
    });
  });

  it('are not said to be wrong when it was the client that left in the middle of them', async () => {
    const controller = new AbortController();
    const reason = new Error('left');
    const body = new ReadableStream<Uint8Array>({
      pull: (stream) => {
        controller.abort(reason);
        stream.error(reason);
      },
    });
    const init = { method: 'POST', body, signal: controller.signal, duplex: 'half' as const };
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    await assert.rejects(readBody(new Request(address, { ...init, headers })), (error) => {
      assert.ok(!(error instanceof Problem), String(error));
      return true;
    });
  });
});
