import assert from 'node:assert/strict';
import type { Report, ReportSummary } from '../../../src/api/report.ts';
import { call, expectInvalid, listReports, scan } from '../support/http.ts';
import type { Subject } from '../support/targets.ts';
import { baseUrl } from '../support/testService.ts';

const path = '/api/v1/reports';

/** What a list shows of a report. */
function summaryOf({ content, ...report }: Report): ReportSummary {
  assert.notEqual(content, '');
  const { segments, evidence, ...result } = report.result;
  assert.ok(segments.length > 0 && evidence.length > 0);
  assert.ok(result.false_alarms, 'stored with the rest');
  return { ...report, result };
}

export function reportListSuite(subject: () => Subject): void {
  const made: ReportSummary[] = [];
  const idsOf = (reports: readonly { id: string }[]) => reports.map(({ id }) => id);
  /** Ids of all reports made, newest first. */
  const newestFirst = () => idsOf(made).toReversed();

  before(async () => {
    for (let i = 0; i < 33; i++) {
      made.push(summaryOf(await scan(subject(), { title: `${i}`, project: i % 3 ? 'A & B' : 'C' })));
    }
  });

  it('shows the newest ten, without what only the whole report has', async () => {
    const { data, meta } = await listReports(subject());
    assert.deepEqual(data, made.slice(-10).toReversed());
    assert.deepEqual(meta, {
      current_page: 1,
      from: 1,
      to: 10,
      last_page: 4,
      per_page: 10,
      path: baseUrl + path,
      total: 33,
    });
  });

  for (const size of [10, 25, 50, 100]) {
    it(`shows ${size} a page when asked to`, async () => {
      const { data, meta } = await listReports(subject(), `per_page=${size}`);
      assert.deepEqual(idsOf(data), newestFirst().slice(0, size));
      assert.equal(meta.per_page, size);
      assert.equal(meta.last_page, Math.ceil(33 / size));
    });
  }

  for (const sortBy of ['id', 'generated_at']) {
    it(`sorts by ${sortBy} both ways`, async () => {
      const up = await listReports(subject(), `sort_by=${sortBy}&sort=asc&per_page=50`);
      const down = await listReports(subject(), `sort_by=${sortBy}&sort=desc&per_page=50`);
      assert.deepEqual(idsOf(up.data), idsOf(made));
      assert.deepEqual(idsOf(down.data), newestFirst());
    });

    for (const sort of ['asc', 'desc']) {
      it(`reads by ${sortBy} ${sort} to the end and back by its links, each report once`, async () => {
        const ordered = sort === 'asc' ? idsOf(made) : newestFirst();
        let page = await listReports(subject(), `sort_by=${sortBy}&sort=${sort}`);
        const pages = [idsOf(page.data)];
        assert.equal(page.links.prev, null);
        while (page.links.next !== null && pages.length < 9) {
          page = await listReports(subject(), page.links.next);
          pages.push(idsOf(page.data));
        }
        assert.deepEqual(pages.flat(), ordered);
        const back = [idsOf(page.data)];
        while (page.links.prev !== null && back.length < 9) {
          page = await listReports(subject(), page.links.prev);
          back.unshift(idsOf(page.data));
        }
        assert.deepEqual(back, pages);
      });
    }
  }

  it('shows a page by its number', async () => {
    const { data, meta, links } = await listReports(subject(), 'page=4');
    assert.deepEqual(idsOf(data), newestFirst().slice(30));
    assert.deepEqual([meta.current_page, meta.from, meta.to], [4, 31, 33]);
    assert.equal(links.next, null);
    assert.ok(links.prev);
    assert.deepEqual(idsOf((await listReports(subject(), links.prev)).data), newestFirst().slice(20, 30));
  });

  it('leads to the first and the last page', async () => {
    const { links } = await listReports(subject(), 'page=2');
    assert.ok(links.first && links.last);
    assert.deepEqual(idsOf((await listReports(subject(), links.first)).data), newestFirst().slice(0, 10));
    assert.deepEqual(idsOf((await listReports(subject(), links.last)).data), newestFirst().slice(30));
  });

  for (const page of ['5', '1000000', '9999999999999']) {
    it(`shows nothing on page ${page}, past the end, and leads back`, async () => {
      const { data, meta, links } = await listReports(subject(), `page=${page}`);
      assert.deepEqual(data, []);
      assert.deepEqual([meta.from, meta.to, meta.total, meta.last_page], [null, null, 33, 4]);
      assert.equal(links.next, null);
      assert.ok(links.prev);
      assert.deepEqual(idsOf((await listReports(subject(), links.prev)).data), newestFirst().slice(30));
    });
  }

  it('shows a project’s reports only, in every order, and reads on among them', async () => {
    const ofProject = made.filter(({ project }) => project === 'A & B');
    for (const sortBy of ['id', 'generated_at']) {
      const first = await listReports(subject(), `project=A+%26+B&sort_by=${sortBy}`);
      assert.equal(first.meta.total, 22);
      assert.ok(first.links.next);
      const second = await listReports(subject(), first.links.next);
      const ids = [...idsOf(first.data), ...idsOf(second.data)];
      assert.deepEqual(ids, idsOf(ofProject).toReversed().slice(0, 20));
    }
  });

  it('compares a project’s name exactly, and knows none that was never used', async () => {
    for (const project of ['a & b', 'A', 'A %26 B ...', '%25']) {
      const { data, meta } = await listReports(subject(), `project=${encodeURIComponent(project)}`);
      assert.deepEqual([data, meta.total, meta.last_page], [[], 0, 1]);
    }
  });

  it('keeps the other parameters in its links', async () => {
    const { links } = await listReports(
      subject(),
      'project=A+%26+B&sort=asc&sort_by=generated_at&page=1&mark=x',
    );
    for (const link of [links.first, links.last, links.next]) {
      assert.ok(link);
      assert.ok(link.startsWith(`${baseUrl}${path}?`));
      const { searchParams } = new URL(link);
      assert.equal(searchParams.get('project'), 'A & B');
      assert.equal(searchParams.get('sort'), 'asc');
      assert.equal(searchParams.get('sort_by'), 'generated_at');
      assert.equal(searchParams.get('mark'), 'x');
      assert.equal(searchParams.getAll('page').length + searchParams.getAll('cursor').length, 1);
    }
  });

  it('neither repeats nor hides a report when others come and go while it is read', async () => {
    const first = await listReports(subject(), 'sort=desc');
    const added = await scan(subject(), {});
    const gone = first.data.at(-1);
    assert.ok(gone && first.links.next);
    await call(subject(), `${path}/${gone.id}`, { method: 'DELETE' });
    const second = await listReports(subject(), first.links.next);
    assert.deepEqual(idsOf(second.data), newestFirst().slice(10, 20));
    await call(subject(), `${path}/${added.id}`, { method: 'DELETE' });
    made.splice(
      made.findIndex(({ id }) => id === gone.id),
      1,
    );
  });

  it('shows the reports of one verdict only, counts them, and reads on among them', async () => {
    for (const verdict of ['human', 'mixed', 'ai', 'uncertain'] as const) {
      const expected = idsOf(made.filter(({ result }) => result.verdict === verdict)).toReversed();
      let page = await listReports(subject(), `verdict=${verdict}`);
      assert.equal(page.meta.total, expected.length);
      const ids = idsOf(page.data);
      while (page.links.next !== null && ids.length < 40) {
        page = await listReports(subject(), page.links.next);
        ids.push(...idsOf(page.data));
      }
      assert.deepEqual(ids, expected);
    }
  });

  it('sorts by score, and reads on there whatever the ties', async () => {
    const first = await listReports(subject(), 'sort_by=score&per_page=25');
    assert.ok(first.links.next);
    const second = await listReports(subject(), first.links.next);
    const scores = [...first.data, ...second.data].map(({ result }) => result.score);
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    );
    assert.equal(new Set(idsOf([...first.data, ...second.data])).size, made.length);
  });

  const invalid: [query: string, ...fields: string[]][] = [
    ['per_page=11', 'per_page'],
    ['per_page=0', 'per_page'],
    ['per_page=-10', 'per_page'],
    ['per_page=10.0', 'per_page'],
    ['per_page=', 'per_page'],
    ['per_page=ten', 'per_page'],
    ['per_page=10&per_page=25', 'per_page'],
    ['sort=up', 'sort'],
    ['sort=DESC', 'sort'],
    ['sort=', 'sort'],
    ['sort=asc&sort=desc', 'sort'],
    ['sort_by=title', 'sort_by'],
    ['sort_by=created_at', 'sort_by'],
    ['verdict=AI', 'verdict'],
    ['verdict=', 'verdict'],
    ['verdict=ai&verdict=human', 'verdict'],
    ['sort_by=id%20desc;--', 'sort_by'],
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=01', 'page'],
    ['page=1e3', 'page'],
    ['page=', 'page'],
    ['page=99999999999999999999', 'page'],
    ['page=1&page=2', 'page'],
    ['project=', 'project'],
    ['project=%07', 'project'],
    [`project=${'x'.repeat(256)}`, 'project'],
    ['cursor=', 'cursor'],
    ['cursor=x', 'cursor'],
    ['cursor=x.y', 'cursor'],
    ['per_page=3&sort=up&sort_by=x', 'per_page', 'sort', 'sort_by'],
  ];
  for (const [query, ...fields] of invalid) {
    it(`refuses ${query.slice(0, 40)} and names ${fields.join(', ')}`, async () => {
      expectInvalid(await call(subject(), `${path}?${query}`), ...fields);
    });
  }

  it('refuses a cursor together with a page', async () => {
    const { links } = await listReports(subject());
    expectInvalid(await call(subject(), `${links.next}&page=2`), 'cursor');
  });

  it('refuses a cursor that was changed, cut off, or taken from another list', async () => {
    const { links } = await listReports(subject(), 'sort=desc');
    assert.ok(links.next);
    const cursor = new URL(links.next).searchParams.get('cursor') ?? '';
    const strange = [
      `cursor=A${cursor.slice(1)}`,
      `cursor=${cursor.slice(0, -1)}`,
      `cursor=${cursor}A`,
      `cursor=${cursor}.A`,
      `cursor=${cursor}&sort=asc`,
      `cursor=${cursor}&sort_by=generated_at`,
      `cursor=${cursor}&project=C`,
      `cursor=${cursor}&verdict=ai`,
      `cursor=${cursor}&sort_by=score`,
    ];
    for (const query of strange) expectInvalid(await call(subject(), `${path}?${query}`), 'cursor');
    expectInvalid(await call(subject(), `/api/v1/projects?cursor=${cursor}`), 'cursor');
  });

  it('takes another page size while it reads on', async () => {
    const { links } = await listReports(subject());
    assert.ok(links.next);
    const address = new URL(links.next);
    address.searchParams.set('per_page', '25');
    assert.equal((await listReports(subject(), address.href)).data.length, 22);
  });
}
