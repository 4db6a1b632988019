import { Hono, type Context } from 'hono';
import type { Privacy } from '../../api/report.ts';
import { titleOr } from '../../report/words/words.ts';
import type { Environment } from '../api/environment.ts';
import { readBody } from '../api/body.ts';
import { chunksOf, streamOf } from '../api/chunks.ts';
import { isPassword } from '../account/password.ts';
import { etagOf, isKept, notModified, sendValidator } from '../api/etag.ts';
import { notFound, Problem } from '../api/problem.ts';
import { toSummary } from '../api/reportBody.ts';
import { parseForm, UnlockReport } from './forms.ts';
import { formats, type Format } from './reportAddresses.ts';
import { asId } from './asId.ts';
import { languageFor } from './language.ts';
import { RenderedReports } from './renderedReports.ts';
import { sendPage } from './respond.ts';
import type { ReportSite } from './site.ts';
import { missingReportPage } from './views/problem.ts';
import { unlockPage } from '../account/views/signIn.ts';

/** What a reader may have of a report. */
type Access =
  | { kind: 'open'; account: string; privacy: Privacy; isOwner: boolean }
  | { kind: 'locked'; passwordHash: string }
  /** There is none, or none for this reader: nobody may learn which. */
  | { kind: 'missing' };

const types: Record<Format, string> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** `/reports/{id}`, and the same report as a file at `/reports/{id}.html`, `.md` and `.json`. */
export function reportPageRoutes(site: ReportSite): Hono<Environment> {
  const { store, baseUrl, unlocked, guesses, place, hasAccounts } = site;
  const routes = new Hono<Environment>();
  const renderedReports = new RenderedReports();

  async function accessOf(context: Context<Environment>, id: string | undefined): Promise<Access> {
    // Both are read whatever comes of it, and of the report no more than decides: the time it takes says nothing.
    const account = await site.accountOf(context, id);
    const found = id === undefined ? null : await store.findReport(id);
    if (id === undefined || found === null) return { kind: 'missing' };
    const isOwner = account === found.account;
    const { privacy } = found;
    const open: Access = { kind: 'open', account: found.account, privacy, isOwner };
    if (isOwner) return open;
    switch (privacy) {
      case 0:
        return open;
      case 1:
        return { kind: 'missing' };
      case 2:
        if (found.passwordHash === null) return { kind: 'missing' };
        return unlocked.has(context, id, found.passwordHash)
          ? open
          : { kind: 'locked', passwordHash: found.passwordHash };
    }
  }

  routes.get('/:page', async (context) => {
    const { id, format } = partsOf(context.req.param('page'));
    const access = await accessOf(context, id);
    const { words } = languageFor(context);
    if (id === undefined || access.kind === 'missing')
      return sendPage(context, missingReportPage(id, words, hasAccounts), 404);
    if (access.kind === 'locked')
      return sendPage(context, unlockPage(id, words, hasAccounts), format === undefined ? 200 : 403);
    return show(context, id, format, access);
  });

  routes.post('/:page', async (context) => {
    const { id, format } = partsOf(context.req.param('page'));
    const access = await accessOf(context, id);
    const { words } = languageFor(context);
    if (id === undefined || format !== undefined || access.kind === 'missing')
      return sendPage(context, missingReportPage(id, words, hasAccounts), 404);
    if (access.kind === 'locked') {
      const { passwordHash } = access;
      try {
        const { password } = parseForm(UnlockReport, await readBody(context.req.raw));
        const right = await guesses.check(`report ${id}`, context.env.address, () =>
          isPassword(password, passwordHash),
        );
        if (!right) throw new Problem(403, words.page.wrongPassword);
        unlocked.add(context, id, passwordHash);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return sendPage(
          context,
          unlockPage(id, words, hasAccounts, error.message),
          error.status,
          error.headers,
        );
      }
    }
    return context.redirect(`/reports/${id}`, 303);
  });

  /** Answers from what is known of the report where whoever asks has it, or it was rendered before. */
  async function show(
    context: Context<Environment>,
    id: string,
    format: Format | undefined,
    { account, privacy, isOwner }: Extract<Access, { kind: 'open' }>,
  ): Promise<Response> {
    const { locale } = languageFor(context);
    const form = format ?? 'page';
    const part = partIn(context.req.query('part'));
    const etag = etagOf(form, baseUrl, id, privacy, part, locale, isOwner);
    const keptBy = privacy === 0 && !isOwner ? 'public' : 'private';
    if (isKept(context, etag)) return notModified(context, etag, keptBy);
    const rendered = await renderedReports.get(etag, () =>
      site.render(context.env.address, async () => {
        const report = await store.getReport(account, id);
        if (!report) throw notFound();
        const summary = { ...toSummary(report, baseUrl), privacy };
        const { details, content } = report;
        return { summary, details, content, form, part, locale, place, isOwner, hasAccounts };
      }),
    );
    if (rendered === null) throw notFound();
    sendValidator(context, etag, keptBy);
    context.header('Content-Length', String(rendered.length));
    if (format === undefined)
      return context.body(streamOf(chunksOf(rendered)), 200, { 'Content-Type': types.html });
    const { title } = (await store.getSummary(account, id)) ?? { title: null };
    const name = `${titleOr(title, 'report').replace(/[^\p{L}\p{N}._-]+/gu, '-')}-inkling.${format}`;
    return context.body(streamOf(chunksOf(rendered)), 200, {
      'Content-Type': types[format],
      // RFC 6266: a plain name for all, and the real one in UTF-8.
      'Content-Disposition': `attachment; filename="inkling-report.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    });
  }

  return routes;
}

/** The report and the format that a path's last segment names. */
function partsOf(page: string): { id: string | undefined; format: Format | undefined } {
  const [name, suffix, ...more] = page.split('.');
  const format = formats.find((known) => known === suffix);
  const isNamed = more.length === 0 && (suffix === undefined || format !== undefined);
  return { id: isNamed ? asId(name) : undefined, format };
}

/**
 * Which part of a long text a page's address names.
 * @throws Problem 404 when it can be none.
 */
function partIn(query: string | undefined): number {
  if (query === undefined) return 1;
  if (!/^[1-9]\d{0,5}$/.test(query)) throw notFound();
  return Number(query);
}
