import assert from 'node:assert/strict';
import { ByteBudget } from '../../../../src/service/api/byteBudget.ts';

describe('a budget of bytes', () => {
  const newBudget = () => new ByteBudget('Too many.', { each: 100, all: 250 });

  it('refuses what exceeds one owner’s limit, and accepts requests of others', () => {
    const budget = newBudget();
    budget.hold('Ann', 60);
    assert.throws(() => budget.hold('Ann', 41), { status: 503, headers: { 'Retry-After': '3' } });
    budget.hold('Ann', 40);
    budget.hold('Bob', 100);
    assert.throws(() => budget.hold('Cy', 51), { status: 503 });
    budget.hold('Cy', 50);
  });

  it('has room again for what is given back, once', () => {
    const budget = newBudget();
    const first = budget.hold('Ann', 100);
    assert.throws(() => budget.hold('Ann', 1));
    first.set(40);
    const second = budget.hold('Ann', 60);
    assert.throws(() => {
      first.set(41);
    });
    first.release();
    first.release();
    first.set(100);
    budget.hold('Ann', 40);
    second.release();
    budget.hold('Ann', 60);
    assert.throws(() => budget.hold('Ann', 1));
  });

  it('never refuses a request that is alone, however low the limit is', () => {
    const budget = newBudget();
    const alone = budget.hold('Ann', 1000);
    assert.throws(() => budget.hold('Bob', 1));
    alone.release();
    budget.hold('Bob', 1);
  });
});
