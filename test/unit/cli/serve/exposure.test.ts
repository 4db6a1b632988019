import assert from 'node:assert/strict';
import { addressesOf, addressInWords, exposureOf } from '../../../../src/cli/serve/exposure.ts';

describe('who can reach inkling serve', () => {
  const publicUrl = 'https://inkling.example';

  for (const [host, addresses] of [
    ['127.0.0.1', ['127.0.0.1']],
    ['127.1.2.3', ['127.1.2.3']],
    ['localhost', ['::1', '127.0.0.1']],
    ['::ffff:127.0.0.1', ['::ffff:127.0.0.1']],
  ] as const) {
    it(`is this machine alone on ${host}: it needs no public address, and visitors may make accounts`, () => {
      const reach = exposureOf({ host, port: 4655 }, addresses);
      assert.deepEqual(reach, { isBeyondLoopback: false, registration: 'open' });
      assert.equal(addressInWords('http://127.0.0.1:4655', undefined, reach), 'http://127.0.0.1:4655');
    });
  }

  for (const [host, addresses] of [
    ['0.0.0.0', ['0.0.0.0']],
    ['::', ['::']],
    ['::ffff:0.0.0.0', ['::ffff:0.0.0.0']],
    ['box.example', ['127.0.0.1', '::']],
  ] as const) {
    it(`is anyone on ${host}: it refuses to start without the address that they open, and says what to type`, () => {
      const command = `inkling serve --host ${host} --public-url http://`;
      assert.throws(
        () => exposureOf({ host, port: 4655, registration: 'open' }, addresses),
        ({ name, message }: Error) => name === 'StartError' && message.includes(`Run: ${command}`),
      );
    });

    it(`is anyone on ${host}: registration is closed there unless it was asked for, and both are said`, () => {
      const closed = exposureOf({ host, port: 4655, publicUrl }, addresses);
      assert.equal(
        addressInWords('http://[::]:4655', publicUrl, closed),
        'https://inkling.example (listening on http://[::]:4655, registration closed)',
      );
      const open = exposureOf({ host, port: 4655, publicUrl, registration: 'open' }, addresses);
      assert.equal(open.registration, 'open');
    });
  }

  it('is anyone where a proxy on this machine passes them on: registration is closed unless asked for', () => {
    const behindProxy = { host: '127.0.0.1', port: 4655, publicUrl };
    assert.equal(exposureOf(behindProxy, ['127.0.0.1']).registration, 'closed');
    assert.equal(exposureOf({ ...behindProxy, registration: 'open' }, ['127.0.0.1']).registration, 'open');
    const local = { ...behindProxy, publicUrl: 'http://localhost:8080' };
    assert.equal(exposureOf(local, ['127.0.0.1']).registration, 'open');
  });

  it('leaves a host that is no address of this machine to what listens there, with registration closed', async () => {
    for (const addresses of [['192.0.2.1'], await addressesOf('nowhere.invalid')])
      assert.equal(exposureOf({ host: 'x', port: 0 }, addresses).registration, 'closed');
  });
});
