import assert from 'node:assert/strict';
import { clientAddress } from '../../../../src/service/http/clientAddress.ts';

describe('the address of a client', () => {
  const cases: [why: string, peer: string, forwardedFor: string | undefined, address: string][] = [
    ['is the connection’s', '192.0.2.7', undefined, '192.0.2.7'],
    ['is never what a stranger writes', '192.0.2.7', '198.51.100.1', '192.0.2.7'],
    ['is what a proxy on this machine says', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['is what the proxy appended, not what its client sent', '::1', '10.0.0.1, 2001:db8::1', '2001:db8::1'],
    ['is the proxy’s when that is no address', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['is one and the same over IPv6 sockets', '::ffff:192.0.2.7', undefined, '192.0.2.7'],
    ['is that of a local proxy over IPv6 sockets too', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ];
  for (const [why, peer, forwardedFor, address] of cases) {
    it(why, () => {
      assert.equal(clientAddress(peer, forwardedFor), address);
    });
  }
});
