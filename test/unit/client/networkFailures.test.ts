import assert from 'node:assert/strict';
import type { ApiErrorCode } from '../../../src/client/errors.ts';
import { networkFailure } from '../../../src/client/networkFailures.ts';
import { requireStatus } from '../../../src/client/remote.ts';

const address = 'https://service.test/api/v1/reports';
const host = 'service.test';

/** As `fetch` wraps it. */
const failed = (cause: unknown) => new TypeError('fetch failed', { cause });
const withCode = (code: string) => failed(Object.assign(new Error('technical'), { code }));

describe('a network that failed', () => {
  const again = ' Try again.';
  const look = ' The report may have been stored anyway. Refresh the list before you scan again.';
  const notFound = `${host} can’t be found. Check the address and the network.`;
  const noWay = `${host} is unreachable. Check your network or VPN.`;
  const firewall = `This machine blocks connections to ${host}. Check its firewall.`;
  const broke = `The connection to ${host} was lost.`;
  const late = `${host} timed out.`;
  const notSigned = `The certificate of ${host} is not signed by an authority this machine trusts. If your company signed it, set inkling.service.caFile to the file of its certificate authority.`;
  const unsafe = `Could not connect securely to ${host}.`;
  const garbled = `${host} sent an invalid response. Check the address.`;
  const cases: [
    technical: string,
    code: ApiErrorCode,
    message: string,
    /** What is added where it may go well another time, to what reads and to a scan. */
    advice?: [reading: string, scanning: string],
  ][] = [
    ['ENOTFOUND', 'offline', notFound],
    ['EAI_AGAIN', 'offline', notFound],
    ['ENODATA', 'offline', notFound],
    [
      'ECONNREFUSED',
      'offline',
      `${host} refused the connection. Check the address and that the service is running.`,
    ],
    ['EHOSTUNREACH', 'offline', noWay],
    ['ENETUNREACH', 'offline', noWay],
    ['ENETDOWN', 'offline', noWay],
    ['EADDRNOTAVAIL', 'offline', noWay],
    ['EACCES', 'offline', firewall],
    ['EPERM', 'offline', firewall],
    ['ECONNRESET', 'offline', broke, [again, look]],
    ['EPIPE', 'offline', broke, [again, look]],
    ['UND_ERR_SOCKET', 'offline', broke, [again, look]],
    ['ETIMEDOUT', 'timeout', late, [again, look]],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout', late, [again, again]],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout', late, [again, look]],
    ['UND_ERR_BODY_TIMEOUT', 'timeout', late, [again, look]],
    [
      'UND_ERR_ABORTED',
      'proxy',
      `The proxy refused to connect to ${host}. It may require a password. Check the proxy settings.`,
    ],
    [
      'CERT_HAS_EXPIRED',
      'certificate',
      `The certificate of ${host} has expired. Check this machine’s date, or ask the administrator of the service to renew it.`,
    ],
    [
      'CERT_NOT_YET_VALID',
      'certificate',
      `The certificate of ${host} is not valid yet. Check this machine’s date.`,
    ],
    [
      'CERT_REVOKED',
      'certificate',
      `The certificate of ${host} was revoked. Ask the administrator of the service.`,
    ],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'certificate',
      `The certificate of ${host} is for a different name. Check the address.`,
    ],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate', notSigned],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate', notSigned],
    ['UNABLE_TO_GET_ISSUER_CERT', 'certificate', notSigned],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate', notSigned],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate', notSigned],
    ['CERT_UNTRUSTED', 'certificate', notSigned],
    ['INVALID_CA', 'certificate', notSigned],
    [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'certificate',
      `${host} does not use HTTPS on this port. Check the address.`,
    ],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'certificate', unsafe],
    ['ERR_TLS_HANDSHAKE_TIMEOUT', 'certificate', unsafe],
    ['CERT_SIGNATURE_FAILURE', 'certificate', unsafe],
    ['UNABLE_TO_GET_CRL', 'certificate', unsafe],
    ['EPROTO', 'certificate', unsafe],
    ['HPE_INVALID_VERSION', 'badAnswer', garbled],
    ['Z_DATA_ERROR', 'badAnswer', garbled],
    ['UND_ERR_HEADERS_OVERFLOW', 'badAnswer', garbled],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'badAnswer', garbled],
    ['ERR_INVALID_CHAR', 'badAnswer', garbled],
    // Names that only look like one of them.
    ['XEPROTOX', 'offline', `The connection to ${host} failed. Check the network and try again.`],
    ['MYCERT_X', 'offline', `The connection to ${host} failed. Check the network and try again.`],
    ['EPROTOTYPE', 'offline', `The connection to ${host} failed. Check the network and try again.`],
    [
      'UND_ERR_HEADERS_OVERFLOWED',
      'offline',
      `The connection to ${host} failed. Check the network and try again.`,
    ],
    ['MY_HPE_Z_ERROR', 'offline', `The connection to ${host} failed. Check the network and try again.`],
  ];
  for (const [technical, code, message, [reading, scanning] = ['', '']] of cases) {
    it(`with ${technical} is told with what to do, and for whoever is asked its name`, () => {
      const read = networkFailure(new Request(address), withCode(technical));
      assert.deepEqual([read.code, read.message], [code, `${message}${reading} (${technical})`]);
      assert.equal(read.mayBeDone, false);
      const scanned = networkFailure(new Request(address, { method: 'POST' }), withCode(technical));
      assert.equal(scanned.message, `${message}${scanning} (${technical})`);
      assert.equal(scanned.mayBeDone, scanning === look);
    });
  }

  it('is explained even without a code, and the original error is kept for the log', () => {
    const error = failed(new Error('something odd'));
    const { code, message, cause, mayBeDone } = networkFailure(
      new Request(address, { method: 'POST' }),
      error,
    );
    assert.deepEqual([code, mayBeDone], ['offline', false]);
    assert.equal(message, `The connection to ${host} failed. Check the network and try again.`);
    assert.equal(cause, error);
  });

  for (const words of ['wrong version number', 'packet length too long'])
    it(`that answers plain HTTP where HTTPS is spoken (“${words}”) is told from a certificate’s fault`, () => {
      const error = failed(Object.assign(new Error(`00AA:error:${words}:ssl`), { code: 'EPROTO' }));
      assert.match(networkFailure(new Request(address), error).message, /does not use HTTPS/);
    });

  it('is distinguished by whether the connection broke or the answer was invalid', () => {
    const error = failed(Object.assign(new Error('Response does not match'), { name: 'HTTPParserError' }));
    assert.equal(networkFailure(new Request(address), error).code, 'badAnswer');
  });

  it('is explained by the first error, if several addresses of a name failed', () => {
    const [first, second] = ['EHOSTUNREACH', 'ENOTFOUND'].map((code) =>
      Object.assign(new Error('technical'), { code }),
    );
    const { message } = networkFailure(new Request(address), failed(new AggregateError([first, second])));
    assert.equal(message, `${noWay} (EHOSTUNREACH)`);
  });

  it('is explained even if no error was thrown, or if it is its own cause', () => {
    const circle = new Error('around');
    circle.cause = circle;
    for (const strange of ['text', null, undefined, { code: 'ENOTFOUND' }, circle])
      assert.equal(networkFailure(new Request(address), strange).code, 'offline');
  });

  const unclear: [what: string, error: object, code: ApiErrorCode][] = [
    ['refused nowhere', { code: 'ECONNREFUSED' }, 'offline'],
    ['refused at a port alone', { code: 'ECONNREFUSED', port: 8080 }, 'offline'],
    ['refused at an address alone', { code: 'ECONNREFUSED', address: '192.0.2.1' }, 'offline'],
    ['broken off elsewhere', { code: 'ECONNRESET', address: '192.0.2.1', port: 8080 }, 'offline'],
  ];
  for (const [what, error, code] of unclear)
    it(`${what} is not blamed on a proxy`, () => {
      const thrown = failed(Object.assign(new Error('connect'), error));
      assert.equal(networkFailure(new Request(address), thrown).code, code);
    });

  it('that gives a status that no answer has is not read as one', () => {
    for (const status of [200, 599]) requireStatus(status);
    for (const status of [0, 199, 600])
      assert.throws(() => {
        requireStatus(status);
      });
  });

  describe('refused at', () => {
    const refusedAt = (port: number) =>
      failed(Object.assign(new Error('connect'), { code: 'ECONNREFUSED', address: '192.0.2.1', port }));
    const cases: [address: string, port: number, code: ApiErrorCode][] = [
      ['https://service.test/', 443, 'offline'],
      ['https://service.test/', 80, 'proxy'],
      ['http://service.test/', 80, 'offline'],
      ['http://service.test/', 443, 'proxy'],
      ['https://service.test:8443/', 8443, 'offline'],
      ['https://service.test:8443/', 443, 'proxy'],
    ];
    for (const [to, port, code] of cases)
      it(`port ${port} on the way to ${to} is the ${code === 'proxy' ? 'proxy’s' : 'service’s'} doing`, () => {
        const error = networkFailure(new Request(to), refusedAt(port));
        assert.equal(error.code, code);
        if (code === 'proxy')
          assert.equal(
            error.message,
            `The proxy at 192.0.2.1:${port} refused the connection. Check the proxy settings. (ECONNREFUSED)`,
          );
      });
  });
});
