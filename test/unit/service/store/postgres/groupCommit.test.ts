import assert from 'node:assert/strict';
import { GroupCommit } from '../../../../../src/service/store/postgres/groupCommit.ts';

describe('what is written together', () => {
  const stored: PromiseSettledResult<void> = { status: 'fulfilled', value: undefined };

  /** Of items that count for nothing, unless their size is given. */
  const groupOf = <Item>(
    write: (items: Item[]) => Promise<PromiseSettledResult<void>[]>,
    sizeOf: (item: Item) => number = () => 0,
  ) => new GroupCommit(write, sizeOf);

  it('is what waits at the same time; what comes meanwhile goes with the next write', async () => {
    const writes: string[][] = [];
    const first = Promise.withResolvers<undefined>();
    const group = groupOf(async (items: string[]) => {
      writes.push(items);
      if (writes.length === 1) await first.promise;
      return items.map(() => stored);
    });
    const early = ['a', 'b'].map((item) => group.add(item));
    while (writes.length === 0) await new Promise(setImmediate);
    const late = ['c', 'd'].map((item) => group.add(item));
    await new Promise(setImmediate);
    assert.deepEqual(writes, [['a', 'b']], 'the next write waits for the one under way');
    first.resolve(undefined);
    await Promise.all([...early, ...late]);
    assert.deepEqual(writes, [['a', 'b'], ['c', 'd']]); // prettier-ignore
  });

  it('is acknowledged only when it is written', async () => {
    let isWritten = false;
    const group = groupOf(async (items: string[]) => {
      await new Promise(setImmediate);
      isWritten = true;
      return items.map(() => stored);
    });
    await group.add('a');
    assert.ok(isWritten);
  });

  it('fails each for itself, or all when nothing could be written, and goes on', async () => {
    const group = groupOf((items: string[]) => {
      if (items.includes('broken')) return Promise.reject(new Error('no disk'));
      return Promise.resolve(
        items.map((item) => (item === 'bad' ? { status: 'rejected', reason: new Error('bad') } : stored)),
      );
    });
    const [good, bad] = await Promise.allSettled([group.add('good'), group.add('bad')]);
    assert.deepEqual([good.status, bad.status], ['fulfilled', 'rejected']);
    const both = Promise.allSettled([group.add('good'), group.add('broken')]);
    assert.deepEqual(
      (await both).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    await group.add('good');
  });

  it('is never so much that one waits long: a thousand are written in many writes', async () => {
    const sizes: number[] = [];
    const group = groupOf((items: number[]) => {
      sizes.push(items.length);
      return Promise.resolve(items.map(() => stored));
    });
    await Promise.all(Array.from({ length: 1000 }, (_, item) => group.add(item)));
    assert.ok(Math.max(...sizes) <= 100, String(sizes));
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      1000,
    );
  });

  it('is about a megabyte at most, or one item that is larger', async () => {
    const writes: number[][] = [];
    const group = groupOf(
      (sizes: number[]) => {
        writes.push(sizes);
        return Promise.resolve(sizes.map(() => stored));
      },
      (size) => size,
    );
    await Promise.all([5e6, 4e5, 5e5, 3e5, 1].map((size) => group.add(size)));
    assert.deepEqual(writes, [[5e6], [4e5, 5e5], [3e5, 1]]);
  });
});
