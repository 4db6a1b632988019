import assert from 'node:assert/strict';
import * as v from 'valibot';
import { NewestMap, StoredList } from '../../../../src/editor/core/newest.ts';

describe('what is kept of the newest', () => {
  it('forgets what was set longest ago, not what was set again', () => {
    const map = new NewestMap<string, number>(2);
    map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    assert.deepEqual(
      [...map],
      [
        ['a', 3],
        ['c', 4],
      ],
    );
  });

  it('is what Inkling wrote itself, and no more than it wanted', async () => {
    const memory = new Map<string, unknown>([['list', ['another version’s', 7]]]);
    const update = (key: string, value: unknown): Promise<void> => {
      memory.set(key, value);
      return Promise.resolve();
    };
    const list = new StoredList({ get: (key) => memory.get(key), update }, 'list', v.number(), 2);
    assert.deepEqual(list.read(), []);
    await list.write([1, 2, 3]);
    assert.deepEqual(list.read(), [2, 3]);
  });
});
