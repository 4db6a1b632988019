import assert from 'node:assert/strict';
import type { ApiErrorCode } from '../../../src/client/errors.ts';
import { lookFirst, networkFailure } from '../../../src/client/networkFailures.ts';

const get = new Request('https://detector.example/api/v1/reports');
const post = new Request(get.url, { method: 'POST', body: 'content=A' });

/** As `fetch` fails: what happened is the cause. */
function failed(code: string, more: object = {}): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code }, more) });
}

describe('a call that got no answer', () => {
  const kinds: Record<string, [ApiErrorCode, about: RegExp]> = {
    ENOTFOUND: ['offline', /name .+ can't be found/],
    EAI_AGAIN: ['offline', /name .+ can't be found/],
    ECONNREFUSED: ['offline', /refuses the connection/],
    EHOSTUNREACH: ['offline', /no way to/],
    ENETDOWN: ['offline', /no way to/],
    EACCES: ['offline', /does not allow .+ firewall/],
    ECONNRESET: ['offline', /broke off\. Try again/],
    EPIPE: ['offline', /broke off\. Try again/],
    ETIMEDOUT: ['timeout', /in time\. Try again/],
    UND_ERR_CONNECT_TIMEOUT: ['timeout', /in time\. Try again/],
    UND_ERR_ABORTED: ['proxy', /proxy refused the way/],
    CERT_HAS_EXPIRED: ['certificate', /has expired/],
    CERT_NOT_YET_VALID: ['certificate', /not valid yet/],
    CERT_REVOKED: ['certificate', /was revoked/],
    ERR_TLS_CERT_ALTNAME_INVALID: ['certificate', /for another name/],
    SELF_SIGNED_CERT_IN_CHAIN: ['certificate', /inkling\.service\.caFile/],
    ERR_SSL_NO_SUITABLE_SIGNATURE_ALGORITHM: ['certificate', /could not be made/],
    HPE_INVALID_CONSTANT: ['badAnswer', /no proper answer/],
    Z_DATA_ERROR: ['badAnswer', /no proper answer/],
    ESOMETHINGNEW: ['offline', /failed\. Check the network/],
  };
  for (const [code, [kind, about]] of Object.entries(kinds)) {
    it(`for ${code} says what to check, and names it for whoever is asked for help`, () => {
      const error = networkFailure(get, failed(code));
      assert.equal(error.code, kind);
      assert.match(error.message, about);
      assert.ok(error.message.includes('detector.example'), error.message);
      assert.ok(error.message.endsWith(` (${code})`), error.message);
    });
  }

  it('says so in plain words where there is no name for what happened', () => {
    const { code, message } = networkFailure(get, new TypeError('fetch failed'));
    assert.equal(code, 'offline');
    assert.equal(message, 'The connection to detector.example failed. Check the network and try again.');
  });

  it('of a scan that was under way is never called a failure outright: it may have been stored', () => {
    const error = networkFailure(post, failed('ECONNRESET'));
    assert.equal(error.mayBeDone, true);
    assert.ok(error.message.includes(lookFirst));
    assert.doesNotMatch(error.message, /Try again/);
    assert.equal(networkFailure(post, failed('ECONNREFUSED')).mayBeDone, false, 'it never arrived');
    assert.equal(networkFailure(get, failed('ECONNRESET')).mayBeDone, false, 'it changes nothing');
  });

  it('because a proxy is down names the proxy, not the service', () => {
    const at = { address: '127.0.0.1', port: 3128 };
    const error = networkFailure(get, failed('ECONNREFUSED', at));
    assert.equal(error.code, 'proxy');
    assert.match(error.message, /^The proxy at 127\.0\.0\.1:3128 refuses/);
    assert.equal(networkFailure(get, failed('ECONNREFUSED', { ...at, port: 443 })).code, 'offline');
    const plain = new Request('http://localhost/api/v1/reports');
    assert.equal(networkFailure(plain, failed('ECONNREFUSED', { ...at, port: 80 })).code, 'offline');
  });

  it('from a server that speaks plain HTTP at an HTTPS address says that, which Node only has words for', () => {
    const error = networkFailure(
      get,
      new TypeError('fetch failed', { cause: new Error('wrong version number') }),
    );
    assert.equal(error.code, 'certificate');
    assert.match(error.message, /does not speak HTTPS at this port/);
  });

  it('from all addresses of a name says what stood in the way of the first', () => {
    const tries = new AggregateError([
      Object.assign(new Error('one'), { code: 'ENETUNREACH' }),
      new Error('two'),
    ]);
    assert.match(networkFailure(get, new TypeError('fetch failed', { cause: tries })).message, /no way to/);
  });
});
