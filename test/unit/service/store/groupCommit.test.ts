import assert from 'node:assert/strict';
import { GroupCommit } from '../../../../src/service/store/groupCommit.ts';

describe('what is written together', () => {
  const stored: PromiseSettledResult<void> = { status: 'fulfilled', value: undefined };

  it('is what waits at the same time; what comes meanwhile goes with the next write', async () => {
    const writes: string[][] = [];
    const first = Promise.withResolvers<undefined>();
    const group = new GroupCommit(async (items: string[]) => {
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
    const group = new GroupCommit(async (items: string[]) => {
      await new Promise(setImmediate);
      isWritten = true;
      return items.map(() => stored);
    });
    await group.add('a');
    assert.ok(isWritten);
  });

  it('fails item by item, and the rest is still written', async () => {
    const writes: string[][] = [];
    const group = new GroupCommit((items: string[]) => {
      writes.push(items);
      const ends = items.slice(0, 2).map(
        (item): PromiseSettledResult<string> =>
        item === 'bad' ? { status: 'rejected', reason: new Error(item) } : { status: 'fulfilled', value: item }, // prettier-ignore
      );
      return Promise.resolve(writes.length === 1 ? [] : ends);
    });
    const ends = await Promise.allSettled(['a', 'bad', 'c'].map((item) => group.add(item)));
    assert.deepEqual(ends.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason))), ['a', 'Error: bad', 'c']); // prettier-ignore
    assert.deepEqual(writes, [['a', 'bad', 'c'], ['a', 'bad', 'c'], ['c']]); // prettier-ignore
    assert.ok(group.isIdle);
    assert.equal(await group.add('d'), 'd');
  });

  it('fails as a whole if nothing could be written, and later items are still written', async () => {
    let isBroken = true;
    const group = new GroupCommit((items: string[]) =>
      isBroken ? Promise.reject(new Error('no disk')) : Promise.resolve(items.map(() => stored)),
    );
    const ends = await Promise.allSettled([group.add('a'), group.add('b')]);
    assert.deepEqual(ends.map(({ status }) => status), ['rejected', 'rejected']); // prettier-ignore
    isBroken = false;
    await group.add('c');
  });
});
