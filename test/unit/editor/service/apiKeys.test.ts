import assert from 'node:assert/strict';
import { parseAddress, type ServiceAddress } from '../../../../src/client/address.ts';
import { ApiKeys, isApiKey } from '../../../../src/editor/service/apiKeys.ts';

function address(text: string): ServiceAddress {
  const parsed = parseAddress(text);
  assert.ok(parsed.ok);
  return parsed.address;
}

/** A SecretStorage that several windows share. */
class Secrets {
  readonly kept = new Map<string, string>();
  readonly #listeners = new Set<(change: { key: string }) => void>();
  get = (key: string) => Promise.resolve(this.kept.get(key));
  keys = () => Promise.resolve([...this.kept.keys()]);
  store = (key: string, value: string) => {
    this.kept.set(key, value);
    return this.#tell(key);
  };
  delete = (key: string) => {
    this.kept.delete(key);
    return this.#tell(key);
  };
  onDidChange = (listener: (change: { key: string }) => void) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  #tell(key: string): Promise<void> {
    for (const listener of this.#listeners) listener({ key });
    return Promise.resolve();
  }
}

describe('the API keys', () => {
  const a = address('https://a.test');
  const b = address('https://a.test/team');

  it('are each sent to the address they were set for, and to no other on the same host', async () => {
    const keys = new ApiKeys(new Secrets(), {});
    await keys.store(a, 'for-a');
    assert.deepEqual(await keys.keyFor(a), { key: 'for-a', from: 'storage' });
    assert.equal(await keys.keyFor(b), undefined);
    await keys.store(b, 'for-b');
    await keys.forget(a);
    assert.equal(await keys.keyFor(a), undefined);
    assert.deepEqual(await keys.keyFor(b), { key: 'for-b', from: 'storage' });
  });

  it('come from the environment for its own address alone', async () => {
    const keys = new ApiKeys(new Secrets(), {
      INKLING_URL: 'https://a.test/',
      INKLING_API_KEY: ' env-key\n',
    });
    assert.deepEqual(await keys.keyFor(a), { key: 'env-key', from: 'environment' });
    assert.equal(await keys.keyFor(b), undefined);
    await keys.store(a, 'stored');
    assert.deepEqual(await keys.keyFor(a), { key: 'stored', from: 'storage' });
  });

  it('are not taken from an environment that names no address', async () => {
    assert.equal(await new ApiKeys(new Secrets(), { INKLING_API_KEY: 'env-key' }).keyFor(a), undefined);
  });

  it('are followed when another window sets or deletes the one in use', async () => {
    const secrets = new Secrets();
    const [here, there] = [new ApiKeys(secrets, {}), new ApiKeys(secrets, {})];
    let chosen: ServiceAddress | undefined = a;
    let told = 0;
    here.onDidChangeFor(
      () => chosen,
      () => (told += 1),
    );
    await there.store(a, 'new');
    await there.store(b, 'of another service');
    await there.forget(a);
    chosen = undefined;
    await there.store(a, 'again');
    assert.equal(told, 2);
  });

  it('are what a header can carry', () => {
    for (const good of ['ink_0aZ-_', 'sk.live/1+2=', '1']) assert.ok(isApiKey(good), good);
    for (const bad of ['', 'a b', 'a\nb', 'schlüssel', '\u200bink', 'x'.repeat(5000)])
      assert.ok(!isApiKey(bad));
  });
});
