import assert from 'node:assert/strict';
import { failing } from '../support/fakeDetect.ts';
import { call, expectRefused, listProjects, listReports, scan } from '../support/http.ts';
import type { Subject } from '../support/targets.ts';
import { apiKey, otherKey } from '../support/testService.ts';

const addresses: [method: string, path: string][] = [
  ['POST', '/api/v1/reports'],
  ['GET', '/api/v1/reports'],
  ['GET', '/api/v1/reports/0'],
  ['DELETE', '/api/v1/reports/0'],
  ['GET', '/api/v1/projects'],
  ['DELETE', '/api/v1/projects/p'],
];

const badKeys: [name: string, headers: Record<string, string>][] = [
  ['no key', {}],
  ['a key that was never issued', { Authorization: `Bearer ink_${'c'.repeat(43)}` }],
  ['a key cut short', { Authorization: `Bearer ${apiKey.slice(0, -1)}` }],
  ['an empty key', { Authorization: 'Bearer ' }],
  ['another scheme', { Authorization: `Basic ${apiKey}` }],
  ['the key without a scheme', { Authorization: apiKey }],
];

export function accessSuite(subject: () => Subject): void {
  for (const [method, path] of addresses) {
    for (const [name, headers] of badKeys) {
      it(`${method} ${path} tells nothing to ${name}`, async () => {
        const answer = expectRefused(await call(subject(), path, { method, headers, key: null }), 401);
        assert.equal(answer.headers.get('WWW-Authenticate'), 'Bearer');
      });
    }
  }

  it('takes the scheme in any case, as HTTP has it', async () => {
    const headers = { Authorization: `bearer ${apiKey}` };
    assert.equal((await call(subject(), '/api/v1/reports', { headers, key: null })).status, 200);
  });

  it('takes no key from the address', async () => {
    expectRefused(await call(subject(), `/api/v1/reports?api_key=${apiKey}`, { key: null }), 401);
  });

  it('shows nothing of one account to another', async () => {
    const { id } = await scan(subject(), { project: 'secret' });
    expectRefused(await call(subject(), `/api/v1/reports/${id}`, { key: otherKey }), 404);
    expectRefused(await call(subject(), `/api/v1/reports/${id}`, { method: 'DELETE', key: otherKey }), 404);
    expectRefused(await call(subject(), '/api/v1/projects/secret', { method: 'DELETE', key: otherKey }), 404);
    assert.equal((await listReports(subject(), '', otherKey)).meta.total, 0);
    assert.deepEqual((await listReports(subject(), 'project=secret', otherKey)).data, []);
    assert.deepEqual((await listProjects(subject(), 'search=secret', otherKey)).data, []);
    assert.equal((await call(subject(), `/api/v1/reports/${id}`)).status, 200);
  });

  it('keeps two accounts apart that name a project alike', async () => {
    await scan(subject(), { project: 'alike' });
    await scan(subject(), { project: 'alike' }, otherKey);
    const deleted = await call(subject(), '/api/v1/projects/alike', { method: 'DELETE', key: otherKey });
    assert.equal(deleted.status, 204);
    assert.equal((await listReports(subject(), 'project=alike')).meta.total, 1);
    assert.equal((await listReports(subject(), 'project=alike', otherKey)).meta.total, 0);
  });

  it('refuses the cursor of another account', async () => {
    for (let i = 0; i < 11; i++) await scan(subject(), { project: 'many' });
    const { links } = await listReports(subject());
    assert.ok(links.next);
    assert.equal((await call(subject(), links.next, { key: otherKey })).status, 422);
  });

  const methods: [path: string, allowed: string[]][] = [
    ['/api/v1/reports', ['GET', 'HEAD', 'POST']],
    ['/api/v1/reports/0', ['DELETE', 'GET', 'HEAD']],
    ['/api/v1/projects', ['GET', 'HEAD']],
    ['/api/v1/projects/p', ['DELETE']],
  ];
  for (const [path, allowed] of methods) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (m) => !allowed.includes(m),
    )) {
      it(`${method} ${path} is told what the address takes`, async () => {
        const answer = expectRefused(await call(subject(), path, { method }), 405);
        assert.deepEqual(answer.headers.get('Allow')?.split(', ').sort(), allowed);
      });
    }
  }

  for (const path of [
    '/',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v2/reports',
    '/api/v1/report',
    '/api/v1/reports/0/x',
  ]) {
    it(`${path} is nothing`, async () => {
      expectRefused(await call(subject(), path), 404);
    });
  }

  it('answers HEAD as GET, without the body', async () => {
    const answer = await call(subject(), '/api/v1/reports', { method: 'HEAD' });
    assert.equal(answer.status, 200);
    assert.equal(answer.text, '');
    assert.match(answer.headers.get('Content-Type') ?? '', /^application\/json/);
  });

  it('gives every answer a request id of its own', async () => {
    const [one, two] = [await call(subject(), '/api/v1/reports'), await call(subject(), '/nothing')];
    assert.ok(one.headers.get('X-Request-Id'));
    assert.ok(two.headers.get('X-Request-Id'));
    assert.notEqual(one.headers.get('X-Request-Id'), two.headers.get('X-Request-Id'));
  });

  it('says nothing of its insides when it fails', async () => {
    const answer = await call(subject(), '/api/v1/reports', { form: { content: failing } });
    expectRefused(answer, 500);
    assert.doesNotMatch(answer.text, /secret|fakeDetect|Error/);
    assert.ok(answer.headers.get('X-Request-Id'));
  });
}
