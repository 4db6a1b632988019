import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/client/errors.ts';
import type { Transport } from '../../../../src/client/calls.ts';
import { withLog, withObserver, choose, type Choice } from '../../../../src/editor/service/connection.ts';

const request = () =>
  new Request('https://a.test/base/api/v1/reports?search=secret-name', {
    method: 'POST',
    headers: { Authorization: 'Bearer ink_secret' },
    body: 'content=secret-text',
  });
const answering =
  (status: number): Transport =>
  () =>
    Promise.resolve(new Response('secret-body', { status }));
const failing =
  (reason: Error): Transport =>
  () =>
    Promise.reject(reason);

describe('what is noted of an exchange with a service', () => {
  const outcomes: [what: string, transport: Transport, told: string[], line: RegExp][] = [
    ['an answer', answering(200), ['answers'], /^POST a\.test\/base\/api\/v1\/reports: 200 after \d+ ms$/],
    ['a failure of the service', answering(500), ['answers'], /: 500 after/],
    ['a refused key', answering(401), ['signedOut'], /: 401 after/],
    ['a broken connection', failing(new ApiError('offline', 'x')), ['unreachable'], /: offline after/],
    ['what the user cancelled', failing(new DOMException('x', 'AbortError')), [], /: cancelled after/],
  ];
  for (const [what, transport, told, line] of outcomes) {
    it(`tells ${what}, and nothing of what was sent or came`, async () => {
      const heard: string[] = [];
      const lines: string[] = [];
      const watched = withObserver(
        withLog(transport, (each) => lines.push(each)),
        (connection) => heard.push(connection),
      );
      await watched(request()).catch(() => undefined);
      assert.deepEqual(heard, told);
      assert.equal(lines.length, 1);
      assert.match(lines[0] ?? '', line);
      assert.ok(!lines[0]?.includes('secret'));
    });
  }
});

describe('the choice of a service', () => {
  const thisMachine = { kind: 'local' };
  const remote = (address: string) => ({ kind: 'remote', address });

  const choices: [what: string, setting: unknown, environment: string | undefined, choice: object][] = [
    ['nothing is said', undefined, undefined, thisMachine],
    ['the setting is empty', '', undefined, thisMachine],
    ['the setting names one', 'https://a.test/', undefined, remote('https://a.test')],
    ['only the environment names one', undefined, 'https://b.test', remote('https://b.test')],
    [
      'both name one: the user’s setting counts',
      'https://a.test',
      'https://b.test',
      remote('https://a.test'),
    ],
    ['the user chose this machine against the environment', '', 'https://b.test', thisMachine],
    ['the setting is no text', 7, 'https://b.test', remote('https://b.test')],
  ];
  for (const [what, setting, environment, choice] of choices) {
    it(`is right when ${what}`, () => {
      assert.deepEqual(choose(setting, environment), choice);
    });
  }

  it('never falls back to another service when an address can’t be used', () => {
    const unusable: Choice = { kind: 'unusable', text: 'http://a.test', problem: 'insecure', by: 'setting' };
    assert.deepEqual(choose('http://a.test', 'https://b.test'), unusable);
    assert.deepEqual(choose(undefined, 'http://a.test'), { ...unusable, by: 'environment' });
  });
});
