import assert from 'node:assert/strict';
import { call, expectRefused, expectStatus, listProjects, listReports, scan } from '../support/http.ts';
import type { Subject } from '../support/targets.ts';

/** Legal names that something on the way might mistake for something else. */
export const hostileNames = [
  'a/b',
  '.',
  '..',
  '...',
  '../..',
  '%2E%2E',
  '..%20',
  '100%',
  '%',
  '%25',
  '%FF',
  '名前',
  'é',
  'e\u0301',
  'a b',
  'a+b',
  'a?b#c',
  'a&b=c',
  'a\\b',
  '/',
  '"quoted" & <b>bold</b>',
  "'; DROP TABLE reports; --",
  '__proto__',
  'null',
  '👩‍👩‍👧',
  '\u202Eright to left',
  '\u200B',
  'x'.repeat(255),
  '😀'.repeat(255),
];

export function projectsSuite(subject: () => Subject): void {
  for (const name of hostileNames) {
    it(`keeps, lists, filters by and deletes a project named ${JSON.stringify(name).slice(0, 40)}`, async () => {
      const report = await scan(subject(), { project: name });
      assert.equal(report.project, name);
      const { data } = await listProjects(subject(), 'per_page=100');
      assert.deepEqual(
        data.map(({ project, reports }) => ({ project, reports })),
        [{ project: name, reports: 1 }],
      );
      const filtered = await listReports(subject(), String(new URLSearchParams({ project: name })));
      assert.equal(filtered.data[0]?.id, report.id);
      // The two names that URL parsers swallow have a spelling that they don't: a blank behind, which is trimmed.
      const spelling = encodeURIComponent(name === '.' || name === '..' ? `${name} ` : name);
      expectStatus(await call(subject(), `/api/v1/projects/${spelling}`, { method: 'DELETE' }), 204);
      assert.deepEqual((await listProjects(subject())).data, []);
      expectRefused(await call(subject(), `/api/v1/projects/${spelling}`, { method: 'DELETE' }), 404);
    });
  }

  it('trims a name and compares it exactly', async () => {
    await scan(subject(), { project: '  Thesis\t' });
    await scan(subject(), { project: 'Thesis' });
    await scan(subject(), { project: 'thesis' });
    const { data } = await listProjects(subject(), 'sort_by=project&sort=asc');
    assert.deepEqual(data.map(({ project, reports }) => [project, reports]).toSorted(), [
      ['Thesis', 2],
      ['thesis', 1],
    ]);
    for (const name of ['Thesis', 'thesis'])
      await call(subject(), `/api/v1/projects/${name}`, { method: 'DELETE' });
  });

  it('keeps the composed and the decomposed é apart', async () => {
    await scan(subject(), { project: 'é' });
    await scan(subject(), { project: 'e\u0301' });
    assert.equal((await listProjects(subject())).meta.total, 2);
    expectStatus(await call(subject(), '/api/v1/projects/e%CC%81', { method: 'DELETE' }), 204);
    assert.deepEqual(
      (await listProjects(subject())).data.map(({ project }) => project),
      ['é'],
    );
    await call(subject(), '/api/v1/projects/%C3%A9', { method: 'DELETE' });
  });

  it('deletes a project with all its reports, and no others', async () => {
    const inside = [
      await scan(subject(), { project: 'doomed' }),
      await scan(subject(), { project: 'doomed' }),
    ];
    const elsewhere = await scan(subject(), { project: 'spared' });
    const loose = await scan(subject(), {});
    const { total } = (await listReports(subject())).meta;
    const deleted = expectStatus(await call(subject(), '/api/v1/projects/doomed', { method: 'DELETE' }), 204);
    assert.equal(deleted.text, '');
    for (const { id } of inside) expectRefused(await call(subject(), `/api/v1/reports/${id}`), 404);
    for (const { id } of [elsewhere, loose])
      expectStatus(await call(subject(), `/api/v1/reports/${id}`), 200);
    assert.equal((await listReports(subject())).meta.total, total - 2);
    await call(subject(), '/api/v1/projects/spared', { method: 'DELETE' });
  });

  it('makes a deleted project anew when its name is used again', async () => {
    await scan(subject(), { project: 'phoenix' });
    await call(subject(), '/api/v1/projects/phoenix', { method: 'DELETE' });
    const { id } = await scan(subject(), { project: 'phoenix' });
    const { data } = await listReports(subject(), 'project=phoenix');
    assert.deepEqual(
      data.map((report) => report.id),
      [id],
    );
    await call(subject(), '/api/v1/projects/phoenix', { method: 'DELETE' });
  });

  for (const path of ['unknown', '%FF', '%ZZ', '%20', '%00', 'x'.repeat(300)]) {
    it(`does not know a project ${path.slice(0, 20)}`, async () => {
      expectRefused(await call(subject(), `/api/v1/projects/${path}`, { method: 'DELETE' }), 404);
    });
  }
}
