import assert from 'node:assert/strict';
import { FairQueue, type Queued } from '../../../src/threads/fairQueue.ts';

interface Named extends Queued {
  name: string;
}

describe('the queue before shared threads', () => {
  let queue: FairQueue<Named>;
  beforeEach(() => {
    queue = new FairQueue();
  });

  const item = (name: string, cost = 1): Named => ({ name, account: name.charAt(0), cost });
  const push = (...items: Named[]) => {
    for (const one of items) queue.push(one);
  };
  const take = (count = queue.size) => Array.from({ length: count }, () => queue.shift()?.name);

  it('takes turns between accounts, however many texts one of them has', () => {
    push(item('a1'), item('a2'), item('a3'), item('a4'), item('b1'), item('b2'));
    assert.deepEqual(take(), ['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
    assert.equal(queue.shift(), undefined);
  });

  it('puts a short text before the long ones of any number of other accounts', () => {
    for (const account of 'abcdefgh') push(item(`${account}1`, 1000), item(`${account}2`, 1000));
    push(item('z', 10));
    assert.equal(queue.shift()?.name, 'z');
  });

  it('moves a short text before the long ones of its own account', () => {
    push(item('a long', 1000), item('a longer', 2000), item('a short', 10));
    assert.deepEqual(take(), ['a short', 'a long', 'a longer']);
  });

  for (const account of ['a', 'b']) {
    it(`lets short texts of ${account} overtake a long one of a only for as much work as it has`, () => {
      push(item('a long', 1000));
      const short = item(`${account} short`, 10);
      let taken = 0;
      do push(short);
      while (queue.shift() === short && ++taken < 1000);
      assert.ok(taken > 90 && taken <= 100, String(taken));
    });
  }

  it('gives an account that sent nothing for a while no credit, and none that did a debt', () => {
    push(item('a1', 500), item('a2', 500));
    take();
    push(item('b1'), item('b2'), item('b3'), item('a3'), item('a4'), item('a5'));
    assert.deepEqual(take(), ['b1', 'a3', 'b2', 'a4', 'b3', 'a5']);
  });

  it('makes room where the most waits, with what would have come last there', () => {
    push(item('a1'), item('a2', 50), item('a3'), item('b1'));
    assert.equal(queue.pop()?.name, 'a2');
    assert.deepEqual([queue.size, queue.sizeOf('a'), queue.sizeOf('b'), queue.sizeOf('c')], [3, 2, 1, 0]);
  });

  it('forgets what was given up, once', () => {
    const [first, second] = [item('a1'), item('a2')];
    push(first, second);
    queue.remove(first);
    queue.remove(first);
    assert.deepEqual([queue.size, ...take()], [1, 'a2']);
  });
});
