import assert from 'node:assert/strict';
import * as v from 'valibot';

/** Where a server is. */
interface Addressed {
  address: string;
}

export function call(
  { address }: Addressed,
  key: string,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, ...(init.headers as Record<string, string> | undefined) };
  return fetch(`${address}/api/v1${path}`, { ...init, headers });
}

export function scan(
  server: Addressed,
  key: string,
  content: string,
  project = 'p',
  init: RequestInit = {},
): Promise<Response> {
  // Anybody may read its page.
  const body = new URLSearchParams({ content, project, privacy: '0' });
  return call(server, key, '/reports', { ...init, method: 'POST', body });
}

const Created = v.object({ data: v.object({ id: v.string() }) });
const list = <Item extends v.GenericSchema>(item: Item) =>
  v.object({
    data: v.array(item),
    links: v.object({ next: v.nullable(v.string()) }),
    meta: v.object({ total: v.number() }),
  });
/** A page of the list of reports. */
export const Reports = list(v.object({ id: v.string(), project: v.nullable(v.string()) }));
/** A page of the list of projects. */
export const Projects = list(v.object({ project: v.string(), reports: v.number() }));

export async function idIn(response: Response): Promise<string> {
  assert.equal(response.status, 201);
  return v.parse(Created, await response.json()).data.id;
}

export async function totalOf(server: Addressed, key: string): Promise<number> {
  return v.parse(Reports, await (await call(server, key, '/reports')).json()).meta.total;
}

/** Every report of the key's account, read page by page, and the total that the first page states. */
export function everyReport(server: Addressed, key: string) {
  return everyItem(server, key, '/reports', Reports);
}

/** The same of its projects. */
export function everyProject(server: Addressed, key: string) {
  return everyItem(server, key, '/projects', Projects);
}

async function everyItem<Item extends v.GenericSchema>(
  server: Addressed,
  key: string,
  path: string,
  schema: ReturnType<typeof list<Item>>,
): Promise<{ items: v.InferOutput<Item>[]; total: number }> {
  let page = v.parse(schema, await (await call(server, key, `${path}?per_page=100`)).json());
  const { total } = page.meta;
  const items = page.data;
  while (page.links.next !== null) {
    const { search } = new URL(page.links.next);
    page = v.parse(schema, await (await call(server, key, path + search)).json());
    items.push(...page.data);
  }
  return { items, total };
}
