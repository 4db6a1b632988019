import { answering, bodyOf, type Answering } from './answering.ts';

/** The one key that it accepts. */
export const rightKey = 'ink_right';

/** A remote service that accepts one key, keeps the texts that it gets, and finds every report of them. */
export interface RemoteService extends Answering {
  /** The titles of the texts that it got. */
  titles: string[];
  /** What the requests carried as their key. */
  keys: (string | undefined)[];
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
  const reports: object[] = [];
  const kept = new Map<string, object>();
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
    void bodyOf(request).then((body) => {
      if (key !== rightKey) {
        answer(401, { message: 'Unauthenticated.' });
      } else if (request.method === 'POST') {
        const form = new URLSearchParams(body);
        const name = service.keepsKeys ? String(request.headers['idempotency-key']) : undefined;
        let report = name === undefined ? undefined : kept.get(name);
        if (report === undefined) {
          titles.push(form.get('title') ?? '');
          report = reportOf(titles.length, form.get('title'), form.get('content') ?? '');
          reports.push(report);
          service.onStored();
        }
        if (name !== undefined) {
          kept.set(name, report);
          response.setHeader('Idempotency-Key', name);
        }
        if (losesNext) response.destroy();
        else answer(201, { data: report });
        losesNext = false;
      } else if (request.url?.startsWith('/api/v1/projects')) {
        answer(200, []);
      } else if (/^\/api\/v1\/reports\/\d+$/.test(request.url ?? '')) {
        const report = reports[Number(request.url?.split('/').at(-1)) - 1];
        if (report) answer(200, { data: report });
        else answer(404, { message: 'Not found.' });
      } else {
        const data = titles.map((title, i) => ({ id: i + 1, title }));
        answer(200, { data, links: { next: null }, meta: { total: data.length } });
      }
    });
  }, pem);
  const service: RemoteService = {
    ...answers,
    titles,
    keys,
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

function reportOf(id: number, title: string | null, content: string): object {
  return {
    ...{ id, title, content, project: null, privacy: 1, url: '', language: 'en', model: 'other 1.0' },
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
