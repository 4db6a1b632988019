import { Hono } from 'hono';
import type { Report, ReportSummary } from '../api/report.ts';
import type { ServiceParts } from './service.ts';
import type { Environment } from './environment.ts';
import { parse, readBody, readQuery } from './fields.ts';
import { idMaker, timeOfId } from './ids.ts';
import { startOf, toPage } from './page.ts';
import { CreateReport, ListReports } from './parameters.ts';
import { hashPassword } from './password.ts';
import { notFound, Problem } from './problem.ts';
import type { NewReport, StoredReport, StoredReportSummary } from './store/store.ts';

/** The four operations on reports: interface.md, 4.1 to 4.4. */
export function reportRoutes({ store, detect, baseUrl, now, limits }: ServiceParts): Hono<Environment> {
  const routes = new Hono<Environment>();
  const address = `${baseUrl}/api/v1/reports`;
  const newId = idMaker(now);

  routes.post('/', async (context) => {
    const { signal } = context.env;
    const { password, ...asked } = parse(CreateReport, await readBody(context.req.raw, ['privacy']));
    if (Buffer.byteLength(asked.content) > limits.maxContentBytes) throw tooLarge(limits.maxContentBytes);
    const id = newId();
    const passwordHash = password === null ? null : await hashPassword(password);
    const detection = await detect(asked.content, signal);
    // The clock may have been set back meanwhile.
    const generatedAt = Math.max(now(), timeOfId(id));
    const report: NewReport = { ...asked, ...detection, id, generatedAt, passwordHash };
    signal.throwIfAborted();
    await store.addReport(context.var.account, report);
    return context.json({ data: toReport(report, baseUrl) }, 201, { Location: `/api/v1/reports/${id}` });
  });

  routes.get('/', async (context) => {
    const { account } = context.var;
    const parameters = parse(ListReports, readQuery(context.req.url));
    const { project, verdict, sort_by: sortBy, sort, per_page: limit } = parameters;
    const request = { account, address, url: context.req.url, filter: [project, verdict], parameters };
    const from = startOf(request);
    const slice = await store.listReports(account, { project, verdict, sortBy, sort, from, limit });
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
