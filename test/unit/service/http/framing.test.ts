import assert from 'node:assert/strict';
import { clientAddress, keepDotSegments } from '../../../../src/service/http/framing.ts';
import { projectInPath } from '../../../../src/service/api/parameters.ts';

describe('a request target', () => {
  for (const [name, targets] of [
    ['.', ['.', '%2e', '%2E']],
    ['..', ['..', '.%2e', '%2E.', '%2e%2E']],
  ] as const) {
    for (const segment of targets) {
      it(`names the project ${name} when it ends in ${segment}, rather than the list above`, () => {
        const { pathname } = new URL(keepDotSegments(`/api/v1/projects/${segment}?x=1`), 'http://a.test');
        assert.equal(pathname, `/api/v1/projects/${segment}%20`);
        assert.equal(projectInPath(pathname), name);
      });
    }
  }

  it('can’t step out of the API by dots', () => {
    const { pathname } = new URL(keepDotSegments('/api/v1/../../account'), 'http://a.test');
    assert.equal(pathname, '/api/v1/..%20/..%20/account');
  });

  for (const same of [
    '/api/v1/projects/...',
    '/api/v1/projects/a.b',
    '/api/v1/projects/.%20',
    '/api/v1/reports?project=/../.',
    '*',
    '/',
  ]) {
    it(`stays ${same} where there is no such segment`, () => {
      assert.equal(keepDotSegments(same), same);
    });
  }
});

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
