import assert from 'node:assert/strict';
import { choose, type Choice } from '../../../../src/editor/service/choice.ts';

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
