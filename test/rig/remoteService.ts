import { answering, bodyOf, type Answering } from './answering.ts';

/** The one key that it accepts. */
export const rightKey = 'ink_right';

/** What came with a request: the names of its headers and, of a scan, its form. */
export interface Received {
  method: string;
  path: string;
  headers: string[];
  form: Record<string, string>;
}

/** A remote service that accepts one key, keeps the texts that it gets, and finds every report and project of them. */
export interface RemoteService extends Answering {
  /** The titles of the texts that it got. */
  titles: string[];
  /** What the requests carried as their key. */
  keys: (string | undefined)[];
  /** What else they carried. */
  received: Received[];
  /** The names of its projects, the newest first. */
  projects: string[];
  /** While it is set, every answer waits for it. */
  hold: Promise<void> | undefined;
  /** While it is set, every request is answered in this way and nothing is stored. */
  outage: number | 'hang up' | undefined;
  /** Answers the next request in this way. */
  answerOnce(status: number | 'hang up', headers?: Record<string, string>): void;
  /** Stores the next text and hangs up instead of answering. */
  loseNextAnswer(): void;
  /** Whether it answers a repeated `Idempotency-Key` by the first report, as ours does. */
  keepsKeys: boolean;
  /** Told after each text that was stored, before it is answered. */
  onStored: () => void;
}

/** @param pem a certificate with its key: then over TLS. */
export async function startRemoteService(pem?: string): Promise<RemoteService> {
  const titles: string[] = [];
  const reports = new Map<number, ReturnType<typeof reportOf>>();
  const kept = new Map<string, ReturnType<typeof reportOf>>();
  const received: Received[] = [];
  let losesNext = false;
  const keys: (string | undefined)[] = [];
  let once: { status: number | 'hang up'; headers: Record<string, string> } | undefined;
  const answers = await answering((request, response) => {
    if (service.outage !== undefined) {
      if (service.outage === 'hang up') request.destroy();
      else response.writeHead(service.outage).end();
      return;
    }
    if (once !== undefined) {
      const { status, headers } = once;
      once = undefined;
      if (status === 'hang up') request.destroy();
      else response.writeHead(status, headers).end();
      return;
    }
    const key = request.headers.authorization?.replace('Bearer ', '');
    keys.push(key);
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    void bodyOf(request).then(async (body) => {
      const { method = '', url = '' } = request;
      const { pathname, searchParams } = new URL(url, 'http://service.test');
      const form = Object.fromEntries(new URLSearchParams(body));
      received.push({ method, path: pathname, headers: Object.keys(request.headers), form });
      await service.hold;
      const [, collection, name = ''] = /^\/api\/v1\/(reports|projects)(?:\/(.*))?$/.exec(pathname) ?? [];
      if (key !== rightKey) {
        answer(401, { message: 'Unauthenticated.' });
      } else if (request.method === 'POST') {
        const sentKey = service.keepsKeys ? String(request.headers['idempotency-key']) : undefined;
        let report = sentKey === undefined ? undefined : kept.get(sentKey);
        if (report === undefined) {
          titles.push(form['title'] ?? '');
          report = reportOf(titles.length, form);
          reports.set(report.id, report);
          if (report.project !== null && !service.projects.includes(report.project))
            service.projects.unshift(report.project);
          service.onStored();
        }
        if (sentKey !== undefined) {
          kept.set(sentKey, report);
          response.setHeader('Idempotency-Key', sentKey);
        }
        if (losesNext) response.destroy();
        else answer(201, { data: report });
        losesNext = false;
      } else if (method === 'DELETE') {
        const isThere =
          collection === 'reports'
            ? reports.delete(Number(name))
            : service.projects.includes(decodeURIComponent(name));
        if (collection === 'projects')
          service.projects = service.projects.filter((project) => project !== decodeURIComponent(name));
        answer(isThere ? 200 : 404, {});
      } else if (collection === 'projects') {
        const search = searchParams.get('search')?.toLowerCase() ?? '';
        const found = service.projects.filter((project) => project.toLowerCase().includes(search));
        const page = found.slice(0, Number(searchParams.get('per_page') ?? 10));
        const data = page.map((project) => ({ project }));
        answer(200, { data, links: { next: null }, meta: { total: found.length } });
      } else if (name !== '') {
        const report = reports.get(Number(name));
        if (report) answer(200, { data: report });
        else answer(404, { message: 'Not found.' });
      } else {
        const data = [...reports.values()].map(({ id, title }) => ({ id, title }));
        answer(200, { data, links: { next: null }, meta: { total: data.length } });
      }
    });
  }, pem);
  const service: RemoteService = {
    ...answers,
    titles,
    keys,
    received,
    projects: [],
    hold: undefined,
    outage: undefined,
    keepsKeys: true,
    onStored: () => undefined,
    answerOnce: (status, headers = {}) => {
      once = { status, headers };
    },
    loseNextAnswer: () => {
      losesNext = true;
    },
  };
  return service;
}

function reportOf(id: number, { title = '', content = '', project }: Record<string, string>) {
  return {
    ...{
      id,
      title,
      content,
      project: project ?? null,
      privacy: 1,
      url: '',
      language: 'en',
      model: 'other 1.0',
    },
    ...{ created_at: '2026-11-21T09:30:00Z', generated_at: '2026-11-21T09:30:00Z' },
    ...{ words: content.split(/\s+/).length, characters: content.length, sentences: 1 },
    result: {
      ...{ score: 0.5, verdict: 'uncertain', confidence: 'low', reasons: [] },
      shares: { human: 0, uncertain: 1, ai: 0 },
      segments: [{ start: 0, end: content.length, score: 0.5 }],
      evidence: [],
    },
  };
}
