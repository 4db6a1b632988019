import { Hono } from 'hono';
import type { Report, ReportSummary } from '../api/report.ts';
import type { ServiceParts } from './service.ts';
import type { Environment } from './environment.ts';
import { IdempotentCreates, idempotencyOf } from './idempotency.ts';
import { readBody } from './body.ts';
import { parse, readQuery } from './fields.ts';
import { hashInTurn } from './hashInTurn.ts';
import { idMaker, timeOfId } from './ids.ts';
import { startOf, toPage } from './page.ts';
import { CreateReport, ListReports } from './parameters.ts';
import { notFound, Problem } from './problem.ts';
import { damagedRows } from './store/rows.ts';
import type { NewReport, StoredReport, StoredReportSummary } from './store/store.ts';

/** The four operations on reports (docs/api.md). */
export function reportRoutes({ store, detect, baseUrl, now, limits, log }: ServiceParts): Hono<Environment> {
  const routes = new Hono<Environment>();
  const address = `${baseUrl}/api/v1/reports`;
  const newId = idMaker(now);
  const creates = new IdempotentCreates(store, now);

  routes.post('/', async (context) => {
    const { signal } = context.env;
    const { account } = context.var;
    const { password, ...asked } = parse(CreateReport, await readBody(context.req.raw, ['privacy']));
    const bytes = Buffer.byteLength(asked.content);
    if (bytes > limits.maxContentBytes) throw tooLarge(limits.maxContentBytes);
    const header = context.req.header('Idempotency-Key');
    const idempotency = idempotencyOf(header, { ...asked, password });

    async function create(): Promise<StoredReport> {
      await store.requireRoom(account, bytes);
      const id = newId();
      const passwordHash = password === null ? null : await hashInTurn(account, password, signal);
      const detection = await detect(asked.content, signal, account);
      // The clock may have been set back meanwhile.
      const generatedAt = Math.max(now(), timeOfId(id));
      const report: NewReport = { ...asked, ...detection, id, generatedAt, passwordHash, idempotency };
      signal.throwIfAborted();
      await store.addReport(account, report);
      return report;
    }

    const stored = idempotency === null ? await create() : await creates.create(account, idempotency, create);
    const report = toReport(stored, baseUrl);
    if (header !== undefined) context.header('Idempotency-Key', header); // tells that it counted
    context.header('Location', `/api/v1/reports/${report.id}`);
    if (!prefersMinimal(context.req.header('Prefer'))) return context.json({ data: report }, 201);
    context.header('Preference-Applied', 'return=minimal');
    return context.json({ data: { ...report, content: undefined } }, 201);
  });

  routes.get('/', async (context) => {
    const { account } = context.var;
    const parameters = parse(ListReports, readQuery(context.req.url));
    const { project, verdict, sort_by: sortBy, sort, per_page: limit } = parameters;
    const request = { account, address, url: context.req.url, filter: [project, verdict], parameters };
    const from = startOf(request);
    const slice = await store.listReports(account, { project, verdict, sortBy, sort, from, limit });
    if (slice.damaged.length > 0) log(context.var.requestId, damagedRows('report', slice.damaged));
    return context.json(toPage(request, from, slice, (stored) => toSummary(stored, baseUrl)));
  });

  routes.get('/:id', async (context) => {
    const report = await store.getReport(context.var.account, context.req.param('id'));
    if (!report) throw notFound();
    return context.json({ data: toReport(report, baseUrl) });
  });

  routes.delete('/:id', async (context) => {
    if (!(await store.deleteReport(context.var.account, context.req.param('id')))) throw notFound();
    return context.body(null, 204);
  });

  return routes;
}

/** Whether `Prefer` asks to leave out what the sender has (RFC 7240, 4.2). Of several values, the first counts. */
function prefersMinimal(prefer = ''): boolean {
  const value = /(?:^|,)\s*return\s*=\s*"?([a-z]+)/i.exec(prefer)?.[1];
  return value?.toLowerCase() === 'minimal';
}

export function tooLarge(maxContentBytes: number): Problem {
  return new Problem(
    413,
    `The content may have at most ${maxContentBytes} bytes in UTF-8. Send a part of it.`,
  );
}

export function toReport(report: StoredReport, baseUrl: string): Report {
  return { ...toSummary(report, baseUrl), result: report.result, content: report.content };
}

export function toSummary(report: StoredReportSummary, baseUrl: string): ReportSummary {
  const { id, generatedAt, title, project, privacy, language, words, characters, sentences, model } = report;
  return {
    id,
    created_at: new Date(timeOfId(id)).toISOString(),
    generated_at: new Date(generatedAt).toISOString(),
    title,
    project,
    privacy,
    url: `${baseUrl}/reports/${id}`,
    language,
    words,
    characters,
    sentences,
    model,
    result: report.result,
  };
}
