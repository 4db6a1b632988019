import assert from 'node:assert/strict';
import { ByteBudget } from '../../../../src/service/api/byteBudget.ts';

describe('a budget of bytes', () => {
  const newBudget = () => new ByteBudget('Too many.', { each: 100, all: 250 });

  it('refuses what exceeds one owner’s limit, and accepts requests of others', () => {
    const budget = newBudget();
    budget.reserve('Ann', 60);
    assert.throws(() => budget.reserve('Ann', 41), { status: 503, headers: { 'Retry-After': '3' } });
    budget.reserve('Ann', 40);
    budget.reserve('Bob', 100);
    assert.throws(() => budget.reserve('Cy', 51), { status: 503 });
    budget.reserve('Cy', 50);
  });

  it('has room again for what is given back, once', () => {
    const budget = newBudget();
    const first = budget.reserve('Ann', 100);
    assert.throws(() => budget.reserve('Ann', 1));
    first.set(40);
    const second = budget.reserve('Ann', 60);
    assert.throws(() => {
      first.set(41);
    });
    first.release();
    first.release();
    first.set(100);
    budget.reserve('Ann', 40);
    second.release();
    budget.reserve('Ann', 60);
    assert.throws(() => budget.reserve('Ann', 1));
  });

  it('never refuses a request that is alone, however low the limit is', () => {
    const budget = newBudget();
    const alone = budget.reserve('Ann', 1000);
    assert.throws(() => budget.reserve('Bob', 1));
    alone.release();
    budget.reserve('Bob', 1);
  });
});
