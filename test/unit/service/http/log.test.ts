import assert from 'node:assert/strict';
import * as v from 'valibot';
import { newApiKey } from '../../../../src/service/account/apiKey.ts';
import { createLog } from '../../../../src/service/http/log.ts';

const secret = 'words that somebody wrote';

describe('the log', () => {
  let lines: string[];
  const log = createLog({ write: (line) => lines.push(line) }, () => Date.UTC(2026, 10, 21));

  beforeEach(() => {
    lines = [];
  });

  it('writes one line of JSON per event, with any content', () => {
    log.info('request', { request_id: 'a\nb', status: 200, missing: undefined });
    assert.deepEqual(lines, [
      '{"time":"2026-11-21T00:00:00.000Z","level":"info","message":"request","request_id":"a\\nb","status":200}\n',
    ]);
  });

  it('never holds a key, wherever it got in', () => {
    const key = newApiKey();
    log.info('request', { request_id: key });
    log.error('failed', new Error(`no account for ${key}`));
    assert.equal(lines.length, 2);
    assert.ok(!lines.join('').includes(key.slice(4)), lines.join(''));
  });

  const quoting: [what: string, fail: () => void][] = [
    ['JSON that does not parse', () => void JSON.parse(secret)],
    ['JSON with quotes in it', () => void JSON.parse(`${secret} "quoted" ${secret}`)],
    ['a value that a schema refuses', () => v.parse(v.number(), secret)],
    [
      'an error behind an error',
      () => {
        throw new Error('outer', { cause: new Error(`invalid input: "${secret}"`) });
      },
    ],
    [
      'a value that is no error',
      () => {
        // oxlint-disable-next-line typescript/only-throw-error -- what the log has to bear
        throw secret;
      },
    ],
  ];
  for (const [what, fail] of quoting) {
    it(`names a failure without quoting ${what}`, () => {
      try {
        fail();
        assert.fail('it did not fail');
      } catch (error) {
        log.error('a request failed', error);
      }
      const text = lines.join('');
      assert.ok(!/words that|somebody/.test(text), text);
      assert.match(text, /"level":"error","message":"a request failed","error":\{"name":"\w+"/);
    });
  }

  it('says where an error came from', () => {
    log.error('failed', Object.assign(new Error('broken'), { code: 'ENOSPC' }));
    assert.match(
      lines.join(''),
      /"name":"Error","message":"broken","code":"ENOSPC","stack":\["at .*log\.test/,
    );
  });
});
