import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { discrepancies } from './discrepancies.ts';
import type { Known } from './load.ts';

/** What a service that keeps its word has: two reports in a project, and one that was deleted. */
const honest = { listed: ['a', 'b'], shown: ['a', 'b'], total: 2, projects: [{ project: 'p', reports: 2 }] };
const reports: Known[] = [
  { key: 'k', id: 'a', state: 'stored' },
  { key: 'k', id: 'b', state: 'stored' },
  { key: 'k', id: 'c', state: 'deleted' },
];

describe('the check of what a service kept', () => {
  const cases: [what: string, answers: Partial<typeof honest>, unanswered: number, found: RegExp[]][] = [
    ['finds nothing in a service that kept its word', {}, 0, []],
    [
      'finds a report that was lost',
      { listed: ['a'], total: 1, projects: [{ project: 'p', reports: 1 }] },
      0,
      [/^1 were acknowledged and are lost: b$/],
    ],
    [
      'finds a report that is there twice',
      { listed: ['a', 'b', 'a'], total: 3, projects: [{ project: 'p', reports: 3 }] },
      0,
      [/^1 are there twice: a$/],
    ],
    [
      'finds a deleted report that came back into the list',
      { listed: ['a', 'b', 'c'], total: 3, projects: [{ project: 'p', reports: 3 }] },
      0,
      [/^1 were deleted and are listed: c$/],
    ],
    [
      'finds a deleted report that is still shown',
      { shown: ['a', 'b', 'c'] },
      0,
      [/^1 were deleted and are shown: c$/],
    ],
    ['finds a list that counts wrong', { total: 5 }, 0, [/counts 5 reports and has 2/]],
    [
      'finds a project that counts wrong',
      { projects: [{ project: 'p', reports: 1 }] },
      0,
      [/p counts 1 reports and has 2/],
    ],
    [
      'finds a report that nobody sent',
      { listed: ['a', 'b', 'x'], total: 3, projects: [{ project: 'p', reports: 3 }] },
      0,
      [/^1 are there that nobody sent/],
    ],
    [
      'takes a scan that was not answered for stored or not',
      { listed: ['a', 'b', 'x'], total: 3, projects: [{ project: 'p', reports: 3 }] },
      1,
      [],
    ],
  ];
  for (const [what, answers, unanswered, expected] of cases) {
    it(what, async () => {
      const has = { ...honest, ...answers };
      const server = createServer(({ url = '' }, response) => {
        const { pathname } = new URL(url, 'http://127.0.0.1');
        const id = /^\/api\/v1\/reports\/(\w+)$/.exec(pathname)?.[1];
        const page = (data: object[], total: number) => ({ data, links: { next: null }, meta: { total } });
        if (id !== undefined) {
          response.writeHead(has.shown.includes(id) ? 200 : 404).end('{}');
        } else {
          const body = pathname.endsWith('/projects')
            ? page(has.projects, has.projects.length)
            : page(
                has.listed.map((listed) => ({ id: listed, project: 'p' })),
                has.total,
              );
          response.end(JSON.stringify(body));
        }
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      try {
        const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const found = await discrepancies({ address }, ['k'], { reports, unanswered });
        assert.equal(found.length, expected.length, found.join('\n'));
        for (const [i, pattern] of expected.entries()) assert.match(found[i] ?? '', pattern);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });
  }
});
