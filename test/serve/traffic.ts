import assert from 'node:assert/strict';
import * as v from 'valibot';
import { directions, pageSizes, projectSortKeys, reportSortKeys } from '../../src/api/lists.ts';
import type { Latencies } from './latencies.ts';
import type { Ledger } from './ledger.ts';
import { call, idIn, Projects, Reports, scan } from './requests.ts';

/** The kinds of requests, and how often a client makes each. */
const weights = {
  scan: 20,
  list: 20,
  /** One page of a list that is read on by its cursor. */
  walk: 5,
  show: 20,
  /** A report's page, as a browser gets it. */
  page: 8,
  projects: 8,
  delete: 14,
  deleteProject: 2,
} as const;
export type Kind = keyof typeof weights;
export const kinds = Object.keys(weights) as Kind[];
const allWeights = Object.values(weights).reduce((sum, weight) => sum + weight, 0);

/** Milliseconds after which a request counts as failed. */
const patience = 60_000;
const pagesOfAWalk = 5;
const sharedProjects = 3;

const sentences = [
  'We had the hall until ten and swept it ourselves.',
  'The second bus never came, so Ida walked along the canal with her shoes in one hand.',
  'Nobody had told the baker about the road works.',
  'It rained on the way back, and the map came apart at the folds where my uncle had taped it.',
];

export interface Client {
  address: string;
  key: string;
  /** Names the project that this client alone fills and deletes. */
  name: string;
  /** Reports of this key that nobody deletes; may be empty. */
  kept: readonly string[];
  /** Numbers in [0, 1). */
  random: () => number;
}

/** Sends one request after the other. @throws at the first answer that is not what it has to be. */
export async function sendTraffic(
  { address, key, name, kept, random }: Client,
  ledger: Ledger,
  latencies: Latencies<Kind>,
  isEnding: () => boolean,
): Promise<void> {
  const server = { address };
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;

  /** Sends, reads the answer whole, and notes how long both took. */
  async function timed(
    kind: Kind,
    send: (init: RequestInit) => Promise<Response>,
    status: number,
  ): Promise<Response> {
    const started = performance.now();
    const response = await send({ signal: AbortSignal.timeout(patience) });
    const body = await response.arrayBuffer();
    latencies.record(kind, performance.now() - started);
    assert.equal(response.status, status, `${kind}: ${Buffer.from(body).toString().slice(0, 200)}`);
    return new Response(body.byteLength > 0 ? body : null, response);
  }
  const get = (kind: Kind, path: string, status = 200): Promise<Response> =>
    timed(kind, (init) => call(server, key, path, init), status);

  const store = (project: string) =>
    ledger.store(key, async () => {
      const content = Array.from({ length: 1 + Math.floor(40 * random() ** 3) }, () => oneOf(sentences)).join(
        ' ',
      );
      const response = await timed('scan', (init) => scan(server, key, content, project, init), 201);
      return idIn(response);
    });

  const remove = async (kind: Kind, path: string): Promise<void> => {
    await timed(kind, (init) => call(server, key, path, { ...init, method: 'DELETE' }), 204);
  };

  /** Gives a report that can be read to `use`; nobody else deletes it meanwhile. */
  async function withReport(use: (id: string) => Promise<unknown>): Promise<void> {
    const known = ledger.takeShared(key, random());
    const id = kept.length > 0 && random() < 0.5 ? kept[Math.floor(random() * kept.length)] : known?.id;
    if (id !== undefined) await use(id);
    if (known) ledger.share(known);
  }

  const listPath = (): string => {
    const query = `sort_by=${oneOf(reportSortKeys)}&sort=${oneOf(directions)}&per_page=${oneOf(pageSizes)}`;
    return `/reports?${query}${random() < 0.3 ? '&project=p0' : ''}`;
  };

  /** Reads on by the cursor: what is stored and deleted meanwhile must neither repeat nor reorder a report. */
  async function walk(): Promise<void> {
    const sort = oneOf(directions);
    let path = `/reports?sort_by=id&sort=${sort}&per_page=${oneOf(pageSizes)}`;
    let last = '';
    for (let page = 0; page < pagesOfAWalk; page++) {
      const { data, links } = v.parse(Reports, await (await get('walk', path)).json());
      for (const { id } of data) {
        assert.ok(
          last === '' || (sort === 'asc' ? id > last : id < last),
          `walk ${sort}: ${id} behind ${last}`,
        );
        last = id;
      }
      if (links.next === null) return;
      path = `/reports${new URL(links.next).search}`;
    }
  }

  const act: Record<Kind, () => Promise<void>> = {
    scan: async () => {
      ledger.share(await store(`p${Math.floor(random() * sharedProjects)}`));
    },
    list: async () => {
      v.parse(Reports, await (await get('list', listPath())).json());
    },
    walk,
    show: () => withReport((id) => get('show', `/reports/${id}`)),
    page: () => withReport((id) => timed('page', (init) => fetch(`${address}/reports/${id}`, init), 200)),
    projects: async () => {
      const search = random() < 0.5 ? '&search=P' : '';
      const path = `/projects?sort_by=${oneOf(projectSortKeys)}&sort=${oneOf(directions)}${search}`;
      v.parse(Projects, await (await get('projects', path)).json());
    },
    delete: async () => {
      const known = ledger.takeShared(key, random());
      if (!known) return;
      await ledger.remove([known], () => remove('delete', `/reports/${known.id}`));
      await get('show', `/reports/${known.id}`, 404);
    },
    deleteProject: async () => {
      const own = [];
      for (let count = Math.floor(1 + 8 * random()); count > 0; count--) own.push(await store(name));
      await ledger.remove(own, () => remove('deleteProject', `/projects/${name}`));
    },
  };

  // One of each, so that even a short load has sent every kind.
  for (const kind of kinds) await act[kind]();
  while (!isEnding()) await act[kindAt(random())]();
}

/** @param at 0..1, over the kinds by their weights. */
function kindAt(at: number): Kind {
  let rest = at * allWeights;
  return kinds.find((kind) => (rest -= weights[kind]) < 0) ?? 'scan';
}
