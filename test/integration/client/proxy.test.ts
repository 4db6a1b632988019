import assert from 'node:assert/strict';
import { getGlobalDispatcher, ProxyAgent, setGlobalDispatcher, type Dispatcher } from 'undici';
import { remoteTransport } from '../../../src/client/remote.ts';
import { freePort, refusingProxy, type Answering } from '../../rig/answering.ts';

/** A proxy as VS Code's `fetch` uses one: undici's own agent. */
describe('a proxy on the way to a service', () => {
  let before_: Dispatcher;
  let agent: ProxyAgent | undefined;
  let proxy: Answering | undefined;

  beforeEach(() => {
    before_ = getGlobalDispatcher();
  });
  afterEach(async () => {
    setGlobalDispatcher(before_);
    await agent?.destroy();
    await proxy?.close();
    proxy = undefined;
  });

  const ask = () => {
    const request = new Request('https://service.test/api/v1/reports');
    return remoteTransport({ timeout: 20_000 })(request);
  };
  const useProxy = (address: string): void => {
    agent = new ProxyAgent(address);
    setGlobalDispatcher(agent);
  };

  it('is named when it is down: the service is not to blame', async () => {
    const port = await freePort();
    useProxy(`http://127.0.0.1:${port}`);
    await assert.rejects(ask(), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'proxy', error.message);
      assert.ok(error.message.includes(`proxy at 127.0.0.1:${port} refused`), error.message);
      return true;
    });
  });

  it('is named when it requires a password', async () => {
    proxy = await refusingProxy();
    useProxy(proxy.address);
    await assert.rejects(ask(), { code: 'proxy', message: /proxy refused to connect to service\.test/ });
  });
});
