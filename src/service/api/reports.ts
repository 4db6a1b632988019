import { PageNotes } from '../../api/local.ts';
import { utf8Length } from '#platform';
import { Hono } from 'hono';
import type { Privacy } from '../../api/report.ts';
import type { LocalParts, ServiceParts } from '../service.ts';
import type { Budgets, ByteBudget } from './byteBudget.ts';
import { ownerOf, type Environment } from './environment.ts';
import { etagOf, unchangedResponse, setValidator } from './headers.ts';
import { idempotencyOf, createOnceIn } from './idempotency.ts';
import { maxBodyBytes, oneObject, readBody, type BodyLimits } from './body.ts';
import { hashQueued } from './password.ts';
import { idMaker, timeOfId } from './ids.ts';
import { readPage, type ListRequest } from './page.ts';
import { CreateReport, ListReports, parse, readQuery } from './parameters.ts';
import { notFound, Problem } from './problem.ts';
import { reportBody, toSummary } from './reportBody.ts';
import { damagedRows } from '../store/rows.ts';
import type { NewReport, StoredReport } from '../store/store.ts';

const jsonHeaders = { 'Content-Type': 'application/json' };

/** The four operations on reports (docs/api.md). */
export function reportRoutes(parts: ServiceParts, { answers, bodies }: Budgets): Hono<Environment> {
  const { store, detect, requirePlace, baseUrl, now, maxContentBytes, passwordCost } = parts;
  const routes = new Hono<Environment>();
  const address = `${baseUrl}/api/v1/reports`;
  const newId = idMaker(now);
  const createOnce = createOnceIn(store, now);
  const bodyLimits = contentLimits(maxContentBytes, bodies);

  routes.post('/', async (context) => {
    const { signal } = context.env;
    const { account } = context.var;
    requirePlace?.(account);
    const fields = await readBody(context, oneObject, bodyLimits);
    const { reservation } = context.var;
    const { password, ...requested } = parse(CreateReport, fields);
    const { content, ...others } = requested;
    const bytes = utf8Length(content);
    if (bytes > maxContentBytes) throw tooLarge(maxContentBytes);
    reservation?.set(bytes);
    const header = context.req.header('Idempotency-Key');
    const idempotency = idempotencyOf(header, content, { ...others, password });

    async function create(): Promise<StoredReport> {
      await store.requireRoom(account, { bytes, project: requested.project });
      const id = newId();
      const passwordHash =
        password === null ? null : await hashQueued(account, password, signal, passwordCost);
      const analysis = await detect(content, signal, account);
      // A report is never older than its id, even if the clock was set back meanwhile.
      const generatedAt = Math.max(now(), timeOfId(id));
      const report: NewReport = { ...requested, ...analysis, id, generatedAt, passwordHash, idempotency };
      signal.throwIfAborted();
      await store.addReport(account, report);
      return report;
    }

    const stored = await createOnce(account, idempotency, create);
    if (header !== undefined) context.header('Idempotency-Key', header); // tells the client that the key was used
    context.header('Location', `/api/v1/reports/${stored.id}`);
    const isMinimal = prefersMinimal(context.req.header('Prefer'));
    if (isMinimal) context.header('Preference-Applied', 'return=minimal');
    // The response takes over the reservation, because it is about as long as the body.
    context.set('reservation', undefined);
    return context.body(
      reportBody(stored, baseUrl, isMinimal ? null : stored.content, reservation),
      201,
      jsonHeaders,
    );
  });

  routes.get('/', async (context) => {
    const { account, requestId } = context.var;
    const { page } = await listReports(parts, { account, requestId, address, url: context.req.url });
    return context.json(page);
  });

  routes.get('/:id', async (context) => {
    const { account } = context.var;
    const id = context.req.param('id');
    const etagOfShown = (privacy: Privacy) => etagOf('report', baseUrl, id, privacy);
    if (context.req.header('If-None-Match') !== undefined) {
      const found = await store.findReport(id);
      if (found?.account !== account) throw notFound();
      const etag = etagOfShown(found.privacy);
      const unchanged = unchangedResponse(context, etag, 'private');
      if (unchanged) return unchanged;
    }
    const report = await store.getReport(account, id);
    if (!report) throw notFound();
    // Uses the loaded report, because its privacy may have changed since it was requested.
    setValidator(context, etagOfShown(report.privacy), 'private');
    if (context.req.method === 'HEAD') return context.body(null, 200, jsonHeaders);
    const reservation = answers.reserve(ownerOf(context), report.content.length + report.details.length);
    return context.body(reportBody(report, baseUrl, report.content, reservation), 200, jsonHeaders);
  });

  routes.delete('/:id', async (context) => {
    if (!(await store.deleteReport(context.var.account, context.req.param('id')))) throw notFound();
    return context.body(null, 204);
  });

  return routes;
}

/** The page of an account's reports that a query requests, and its parameters. */
export async function listReports(
  { store, baseUrl, log }: Pick<ServiceParts, 'store' | 'baseUrl' | 'log'>,
  { requestId, ...request }: ListRequest,
) {
  const parameters = parse(ListReports, readQuery(request.url));
  const { project, verdict, sort_by: sortBy, sort, per_page: limit } = parameters;
  const page = await readPage(
    { ...request, filter: [project, verdict], parameters },
    (from) => store.listReports(request.account, { project, verdict, sortBy, sort, from, limit }),
    (stored) => toSummary(stored, baseUrl),
    (damaged) => {
      log(requestId, damagedRows('report', damaged));
    },
  );
  return { parameters, page };
}

/** Whether `Prefer` asks to leave out the content (RFC 7240, 4.2). Of several values, the first is used. */
function prefersMinimal(prefer = ''): boolean {
  const value = /(?:^|,)\s*return\s*=\s*"?([a-z]+)/i.exec(prefer)?.[1];
  return value?.toLowerCase() === 'minimal';
}

/** The limits of a body with one or more texts. */
export function contentLimits(maxContentBytes: number, budget: ByteBudget): BodyLimits {
  return { budget, maxBytes: maxBodyBytes(maxContentBytes), refusal: () => tooLarge(maxContentBytes) };
}

export function tooLarge(maxContentBytes: number, isOfMany = false): Problem {
  return new Problem(
    413,
    isOfMany
      ? `The texts are too large: at most ${maxContentBytes} bytes in UTF-8 together. Send fewer in one request.`
      : `The content is too large: at most ${maxContentBytes} bytes in UTF-8. Send part of it.`,
  );
}

/** Routes that only the editor's own service has, for its single account. `inkling serve` has none of them. */
export function localRoutes({ pages }: Pick<LocalParts, 'pages'>, limits: BodyLimits): Hono<Environment> {
  const routes = new Hono<Environment>();

  /** Opens a report's page on this machine. */
  routes.post('/reports/:id/page', async (context) => {
    const isEmpty = context.req.header('Content-Type') === undefined;
    const notes = isEmpty ? { reasons: [] } : parse(PageNotes, await readBody(context, oneObject, limits));
    const page = await pages.open(context.var.account, context.req.param('id'), notes);
    return context.json({ data: page }, 201);
  });

  return routes;
}
