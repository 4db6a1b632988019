import assert from 'node:assert/strict';
import { DatabaseError } from 'pg';
import {
  asUnavailable,
  withRemedy,
  withoutSecrets,
} from '../../../../../src/service/store/postgres/errors.ts';
import { StoreError, StoreUnavailableError } from '../../../../../src/service/store/store.ts';

/** As PostgreSQL refuses. */
function refusal(code: string): DatabaseError {
  return Object.assign(new DatabaseError('it says why', 0, 'error'), { code });
}

describe('a PostgreSQL database that can’t be opened', () => {
  const remedies: Record<string, RegExp> = {
    '28000': /refused the user or the password \(it says why\)\. Check both/,
    '28P01': /refused the user or the password/,
    '3D000': /does not exist\. Create it with createdb/,
    '42501': /Permission denied .+ as its owner/,
    '53300': /too many connections\. Raise max_connections/,
    '57P03': /starting or stopping\. Try again/,
    '57014': /being migrated by another process/,
  };
  for (const [code, remedy] of Object.entries(remedies)) {
    it(`for ${code} says what to do about it`, () => {
      const error = withRemedy(refusal(code), 'postgres://db.example/inkling');
      assert.ok(error instanceof StoreError);
      assert.match(error.message, remedy);
      assert.ok(error.message.includes('postgres://db.example/inkling'));
    });
  }

  it('shows the database’s own message for an unexpected error, without a stack', () => {
    const error = withRemedy(refusal('42P05'), 'postgres://db.example/inkling');
    assert.ok(error instanceof StoreError);
    assert.match(error.message, /postgres:\/\/db\.example\/inkling.*it says why.*42P05/);
  });

  it('says how an address is written when it is none', () => {
    const error = withRemedy(Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL' }), '');
    assert.match(String(error), /Use postgres:\/\/user:password@host:port\/database/);
  });

  it('is named without its password and parameters', () => {
    assert.equal(
      withoutSecrets('postgres://ada:secret@db.example:5433/inkling?sslkey=secret'),
      'postgres://ada@db.example:5433/inkling',
    );
    assert.equal(withoutSecrets('postgres://db.example/inkling'), 'postgres://db.example/inkling');
    assert.equal(withoutSecrets('postgres://ada:secret@['), 'postgres://...');
  });
});

describe('a call of PostgreSQL that failed', () => {
  for (const code of ['08006', '53100', '57P01', '25P03', '25006']) {
    it(`with ${code} may go well another time: the caller is told to try again`, () => {
      assert.ok(asUnavailable(refusal(code)) instanceof StoreUnavailableError);
    });
  }

  it('can be retried if the connection failed', () => {
    assert.ok(asUnavailable(new Error('Connection terminated')) instanceof StoreUnavailableError);
  });

  for (const error of [refusal('23505'), new TypeError('of our own making'), 'no error at all']) {
    it(`with ${String(error)} fails the same way again, and stays what it is`, () => {
      assert.equal(asUnavailable(error), error);
    });
  }
});
