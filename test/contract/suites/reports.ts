import assert from 'node:assert/strict';
import { call, expectRefused, expectStatus, listReports, reportIn, scan } from '../support/http.ts';
import type { Subject } from '../support/targets.ts';

export function reportsSuite(subject: () => Subject): void {
  it('shows the report that the scan answered', async () => {
    const report = await scan(subject(), { title: 'a.md', project: 'p', privacy: '0' });
    assert.deepEqual(
      reportIn(expectStatus(await call(subject(), `/api/v1/reports/${report.id}`), 200)),
      report,
    );
  });

  it('sends a report that is known once, until it is deleted', async () => {
    const { id } = await scan(subject(), {});
    const path = `/api/v1/reports/${id}`;
    const headers = (await call(subject(), path)).headers;
    const etag = headers.get('ETag') ?? '';
    assert.equal(headers.get('Cache-Control'), 'private, no-cache');
    for (const known of [etag, `"other", W/${etag}`, '*']) {
      const kept = expectStatus(await call(subject(), path, { headers: { 'If-None-Match': known } }), 304);
      assert.deepEqual([kept.text, kept.headers.get('ETag')], ['', etag]);
    }
    expectStatus(await call(subject(), path, { headers: { 'If-None-Match': '"other"' } }), 200);
    await call(subject(), path, { method: 'DELETE' });
    expectRefused(await call(subject(), path, { headers: { 'If-None-Match': etag } }), 404);
  });

  it('deletes a report with 204 and no body, once', async () => {
    const { id } = await scan(subject(), {});
    const deleted = expectStatus(await call(subject(), `/api/v1/reports/${id}`, { method: 'DELETE' }), 204);
    assert.equal(deleted.text, '');
    expectRefused(await call(subject(), `/api/v1/reports/${id}`), 404);
    expectRefused(await call(subject(), `/api/v1/reports/${id}`, { method: 'DELETE' }), 404);
    assert.ok(!(await listReports(subject(), 'per_page=100')).data.some((report) => report.id === id));
  });

  it('counts a project’s reports down, and keeps the project when it is empty', async () => {
    const { id } = await scan(subject(), { project: 'emptied' });
    await call(subject(), `/api/v1/reports/${id}`, { method: 'DELETE' });
    const { data } = await listReports(subject(), 'project=emptied');
    assert.deepEqual(data, []);
    const projects = await call(subject(), '/api/v1/projects?search=emptied');
    assert.match(projects.text, /"reports":0/);
  });

  const strangeIds = [
    '0',
    'x',
    '%20',
    '%00',
    "'%20OR%201=1%20--",
    '..%2F..',
    '018f0000-0000-7000-8000-000000000000',
    '%FF',
    'é',
  ];
  for (const id of strangeIds) {
    it(`does not know a report ${id}`, async () => {
      expectRefused(await call(subject(), `/api/v1/reports/${id}`), 404);
      expectRefused(await call(subject(), `/api/v1/reports/${id}`, { method: 'DELETE' }), 404);
    });
  }
}
