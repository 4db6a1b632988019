import assert from 'node:assert/strict';
import { nameOfAddress, parseAddress, type AddressProblem } from '../../../src/client/address.ts';

describe('the address of a service', () => {
  const read: [typed: string, address: string][] = [
    ['https://detector.example.com', 'https://detector.example.com'],
    ['  https://detector.example.com/  ', 'https://detector.example.com'],
    ['HTTPS://Detector.Example.COM:443', 'https://detector.example.com'],
    ['https://example.com:8443/inkling/', 'https://example.com:8443/inkling'],
    ['https://example.com/inkling/api/v1/', 'https://example.com/inkling'],
    ['https://example.com/api/v1', 'https://example.com'],
    ['https://example.com/inkling//', 'https://example.com/inkling'],
    ['https://example.com/inkling//api/v1', 'https://example.com/inkling'],
    ['https://example.com/inkling///api/v1//', 'https://example.com/inkling'],
    ['https://example.com/api/v1x', 'https://example.com/api/v1x'],
    ['detector.example.com', 'https://detector.example.com'],
    ['example.com/by/https://x', 'https://example.com/by/https://x'],
    ['detector.example.com:8443/a', 'https://detector.example.com:8443/a'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['localhost:8080', 'http://localhost:8080'],
    ['http://127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['https://localhost', 'https://localhost'],
    ['http://127.1', 'http://127.0.0.1'],
  ];
  for (const [typed, address] of read) {
    it(`is ${address} for what was typed as "${typed}", so that its key is found again`, () => {
      assert.deepEqual(parseAddress(typed), { ok: true, address });
    });
  }

  const refused: [typed: string, problem: AddressProblem][] = [
    ['', 'notAnAddress'],
    ['   ', 'notAnAddress'],
    ['https://', 'notAnAddress'],
    ['two words', 'notAnAddress'],
    ['ftp://example.com', 'notAnAddress'],
    ['file:///etc/passwd', 'notAnAddress'],
    ['javascript://x', 'notAnAddress'],
    ['file:///a?b', 'notAnAddress'],
    ['https://exam\nple.com', 'notAnAddress'],
    ['http://detector.example.com', 'insecure'],
    ['http://localhost.example.com', 'insecure'],
    ['http://127.0.0.1.example.com', 'insecure'],
    ['http://10.0.0.1', 'insecure'],
    ['https://ann:secret@example.com', 'holdsPassword'],
    ['https://example.com@evil.test', 'holdsPassword'],
    ['https://:secret@example.com', 'holdsPassword'],
    ['https://example.com/?key=1', 'holdsQuery'],
    ['https://example.com/#x', 'holdsQuery'],
  ];
  for (const [typed, problem] of refused) {
    it(`is refused as ${problem} when it is ${JSON.stringify(typed)}`, () => {
      assert.deepEqual(parseAddress(typed), { ok: false, problem });
    });
  }

  it('is shown without its scheme, with port and base path', () => {
    const parsed = parseAddress('https://example.com:8443/inkling');
    const local = parseAddress('http://localhost:8080');
    assert.ok(parsed.ok && local.ok);
    assert.equal(nameOfAddress(local.address), 'localhost:8080');
    assert.equal(nameOfAddress(parsed.address), 'example.com:8443/inkling');
  });
});
