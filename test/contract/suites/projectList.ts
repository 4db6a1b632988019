import assert from 'node:assert/strict';
import { call, expectInvalid, listProjects, scan } from '../support/http.ts';
import type { Subject } from '../support/targets.ts';
import { baseUrl } from '../support/testService.ts';

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** In the order they are made. */
const names = [
  'beta',
  'Alpha',
  'alpha 2',
  'Straße',
  'ΟΔΟΣ',
  'ÉCOLE',
  '100%',
  'a_b',
  'back\\slash',
  'gamma',
  'Ωmega',
  'delta',
];
/** As a reader looks them up: case makes no difference. */
const alphabetical = [...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));

export function projectListSuite(subject: () => Subject): void {
  const namesIn = ({ data }: { data: { project: string }[] }) => data.map(({ project }) => project);

  before(async () => {
    for (const project of names) await scan(subject(), { project });
    await scan(subject(), { project: 'beta' });
  });

  it('shows the newest projects first, with their age and how many reports they hold', async () => {
    const { data, meta } = await listProjects(subject());
    assert.deepEqual(namesIn({ data }), names.toReversed().slice(0, 10));
    for (const { created_at } of data) assert.match(created_at, timestamp);
    assert.equal(meta.total, names.length);
    assert.equal(meta.path, `${baseUrl}/api/v1/projects`);
    const { data: all } = await listProjects(subject(), 'per_page=25');
    assert.equal(all.find(({ project }) => project === 'beta')?.reports, 2);
  });

  it('sorts by age and by name, both ways', async () => {
    assert.deepEqual(namesIn(await listProjects(subject(), 'per_page=25&sort=asc')), names);
    const up = await listProjects(subject(), 'per_page=25&sort_by=project&sort=asc');
    const down = await listProjects(subject(), 'per_page=25&sort_by=project&sort=desc');
    assert.deepEqual(namesIn(up), alphabetical);
    assert.deepEqual(namesIn(down), alphabetical.toReversed());
  });

  for (const sortBy of ['created_at', 'project']) {
    for (const sort of ['asc', 'desc']) {
      it(`reads by ${sortBy} ${sort} to the end and back by its links`, async () => {
        const first = await listProjects(subject(), `sort_by=${sortBy}&sort=${sort}`);
        assert.ok(first.links.next);
        const second = await listProjects(subject(), first.links.next);
        assert.equal(second.links.next, null);
        const all = await listProjects(subject(), `sort_by=${sortBy}&sort=${sort}&per_page=25`);
        assert.deepEqual([...first.data, ...second.data], all.data);
        assert.ok(second.links.prev);
        assert.deepEqual((await listProjects(subject(), second.links.prev)).data, first.data);
      });
    }
  }

  const searches: [search: string, found: string[]][] = [
    ['', alphabetical],
    ['alpha', ['Alpha', 'alpha 2']],
    ['LPH', ['Alpha', 'alpha 2']],
    ['strasse', ['Straße']],
    ['STRASSE', ['Straße']],
    ['οδός'.normalize('NFD').replace(/\p{M}/gu, ''), ['ΟΔΟΣ']],
    ['οδοσ', ['ΟΔΟΣ']],
    ['école', ['ÉCOLE']],
    ['ω', ['Ωmega']],
    ['%', ['100%']],
    ['_', ['a_b']],
    ['\\', ['back\\slash']],
    ['*', []],
    ["'", []],
    [' ', ['alpha 2']],
    ['nothing like it', []],
  ];
  for (const [search, found] of searches) {
    it(`finds ${found.length} projects for “${search}”`, async () => {
      const query = new URLSearchParams({
        search,
        search_by: 'project',
        sort_by: 'project',
        sort: 'asc',
        per_page: '25',
      });
      const page = await listProjects(subject(), String(query));
      assert.deepEqual(namesIn(page), found);
      assert.equal(page.meta.total, found.length);
    });
  }

  it('reads on among what a search found', async () => {
    const first = await listProjects(subject(), 'search=a');
    const all = await listProjects(subject(), 'search=a&per_page=25');
    const rest = first.links.next === null ? [] : (await listProjects(subject(), first.links.next)).data;
    assert.deepEqual([...first.data, ...rest], all.data);
  });

  const invalid: [query: string, field: string][] = [
    ['per_page=7', 'per_page'],
    ['sort=up', 'sort'],
    ['sort_by=id', 'sort_by'],
    ['sort_by=reports', 'sort_by'],
    ['search_by=created_at', 'search_by'],
    ['search_by=', 'search_by'],
    ['search=a&search=b', 'search'],
    ['page=0', 'page'],
    ['cursor=none', 'cursor'],
  ];
  for (const [query, field] of invalid) {
    it(`refuses ${query} and names ${field}`, async () => {
      expectInvalid(await call(subject(), `/api/v1/projects?${query}`), field);
    });
  }
}
