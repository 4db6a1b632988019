import { Hono, type Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import type { Privacy } from '../../api/report.ts';
import { chooseLanguage, type ReportLanguage } from '../../report/words/reportWords.ts';
import { titleOr } from '../../report/words/words.ts';
import { streamOf, toSummary } from '../api/reportBody.ts';
import { isPassword } from '../api/password.ts';
import { parseId } from '../api/ids.ts';
import { networkOf, type Environment } from '../api/environment.ts';
import { etagOf, notModified, sendValidator } from '../api/headers.ts';
import { notFound, Problem } from '../api/problem.ts';
import { parseForm, readFormFields, UnlockReport } from './forms.ts';
import { formats, type Format, type ReportAccess } from './reportAccess.ts';
import { languages, sizeOf, unpacked, type Rendered, type RenderJob } from './renderReport.ts';
import { sendPage } from './respond.ts';
import type { Render } from './renderThread.ts';
import type { LoginThrottle } from './loginThrottle.ts';
import type { ServiceParts } from '../service.ts';
import type { Budgets } from '../api/byteBudget.ts';
import type { ReportContext } from '../../report/view/view.ts';
import { missingReportPage, unlockPage } from './views/report.ts';

/** What the report pages need, both on a service with accounts and on the editor's own. */
export interface ReportSite extends Pick<ServiceParts, 'store' | 'baseUrl' | 'now' | 'log'> {
  reportAccess: ReportAccess;
  throttle: LoginThrottle;
  render: Render;
  /** Counts the bytes of responses until they are read. */
  answers: Budgets['answers'];
  /** Whether there is an account area to link to. */
  hasAccounts: boolean;
  /** The service's host and the time zone of dates, as shown on pages. */
  place: Pick<ReportContext, 'host' | 'timeZone'>;
  /**
   * The account that the request is signed in to, or `null`.
   * @param report the id in the request's address, if it can be a report's.
   */
  accountOf(context: Context<Environment>, report: string | undefined): Promise<string | null>;
}

/** What a reader may see of a report. */
type Access =
  | {
      kind: 'open';
      account: string;
      privacy: Privacy;
      characters: number;
      parts: number;
      isOwner: boolean;
    }
  | { kind: 'locked'; passwordHash: string }
  /** The report does not exist, or this reader may not see it. The response must not reveal which. */
  | { kind: 'missing' };

const types: Record<RenderJob['form'], string> = {
  page: 'text/html; charset=utf-8',
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** `/reports/{id}`, and the same report as a file at `/reports/{id}.html`, `.md` and `.json`. */
export function reportPageRoutes(site: ReportSite): Hono<Environment> {
  const { store, baseUrl, reportAccess, throttle, place, hasAccounts, answers } = site;
  const routes = new Hono<Environment>();
  const renderedReports = new RenderedReports();

  async function accessOf(context: Context<Environment>, id: string | undefined): Promise<Access> {
    // Both are always read, so that the response time reveals nothing. Of the report, only what the decision needs
    // is read.
    const account = await site.accountOf(context, id);
    const found = id === undefined ? null : await store.findReport(id);
    if (id === undefined || found === null) return { kind: 'missing' };
    const isOwner = account === found.account;
    const { privacy, characters, parts } = found;
    const open: Access = { kind: 'open', account: found.account, privacy, characters, parts, isOwner };
    if (isOwner) return open;
    switch (privacy) {
      case 0:
        return open;
      case 1:
        return { kind: 'missing' };
      case 2:
        if (found.passwordHash === null) return { kind: 'missing' };
        return reportAccess.has(context, id, found.passwordHash)
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
        const { password } = parseForm(UnlockReport, await readFormFields(context.req.raw));
        const right = await throttle.check(`report ${id}`, context.env, () =>
          isPassword(password, passwordHash),
        );
        if (!right) throw new Problem(403, words.page.wrongPassword);
        reportAccess.add(context, id, passwordHash);
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

  /** Answers 304 if the browser's copy is current, and from the cache if the page is already rendered. */
  async function show(
    context: Context<Environment>,
    id: string,
    format: Format | undefined,
    { account, privacy, characters, parts, isOwner }: Extract<Access, { kind: 'open' }>,
  ): Promise<Response> {
    const { address } = context.env;
    const form = format ?? 'page';
    const part = form === 'page' ? partIn(context.req.query('part')) : 1;
    if (part > parts) throw notFound();
    // The JSON is the same in every language.
    const locale = form === 'json' ? 'en' : languageFor(context).locale;
    const etag = etagOf(form, baseUrl, id, privacy, part, locale, isOwner);
    const keptBy = privacy === 0 && !isOwner ? 'public' : 'private';
    const unchanged = notModified(context, etag, keptBy);
    if (unchanged) return unchanged;
    const rendered = await renderedReports.get(etag, () =>
      site.render({ address, length: characters }, async () => {
        const report = await store.getReport(account, id);
        if (!report) throw notFound();
        const summary = { ...toSummary(report, baseUrl), privacy };
        const { details, content } = report;
        return { summary, details, content, form, part, locale, place, isOwner, hasAccounts };
      }),
    );
    sendValidator(context, etag, keptBy);
    context.header('Content-Length', String(rendered.length));
    context.header('Content-Type', types[form]);
    if (format !== undefined) {
      const { title } = (await store.getSummary(account, id)) ?? { title: null };
      const name = `${titleOr(title, 'report').replace(/[^\p{L}\p{N}._-]+/gu, '-')}-inkling.${format}`;
      // RFC 6266: an ASCII name for all clients, and the real name in UTF-8.
      context.header(
        'Content-Disposition',
        `attachment; filename="inkling-report.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      );
    }
    if (context.req.method === 'HEAD') return context.body(null);
    const hold = answers.hold(networkOf(address), sizeOf(rendered));
    return context.body(streamOf(unpacked(rendered), hold));
  }

  return routes;
}

/** The report and the format that a path's last segment names. */
function partsOf(page: string): { id: string | undefined; format: Format | undefined } {
  const [name, suffix, ...more] = page.split('.');
  const format = formats.find((known) => known === suffix);
  const isValidName = more.length === 0 && (suffix === undefined || format !== undefined);
  return { id: isValidName ? parseId(name) : undefined, format };
}

/**
 * The part of a long text that the page's address names.
 * @throws Problem 404 when the number is invalid.
 */
function partIn(query: string | undefined): number {
  if (query === undefined) return 1;
  if (!/^[1-9]\d{0,5}$/.test(query)) throw notFound();
  return Number(query);
}

/** The report language that the browser prefers; English if it names none of ours. */
function languageFor(context: Context): ReportLanguage {
  const wanted = parseAccept(context.req.header('Accept-Language') ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => type);
  return chooseLanguage(wanted, languages);
}

/** The size of the cache in compressed bytes. */
const maxBytes = 16 * 1024 * 1024;

interface Kept {
  rendering: Promise<Rendered>;
  /** 0 until it is rendered. */
  bytes: number;
}

/** Caches rendered pages by ETag. Simultaneous requests for a page render it once. */
class RenderedReports {
  /** In order of last use, the least recent first. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  async get(etag: string, render: () => Promise<Rendered>): Promise<Rendered> {
    const known = this.#kept.get(etag);
    if (known) {
      this.#kept.delete(etag);
      this.#kept.set(etag, known);
      return known.rendering;
    }
    const kept: Kept = { rendering: render(), bytes: 0 };
    this.#kept.set(etag, kept);
    try {
      const rendered = await kept.rendering;
      kept.bytes = sizeOf(rendered);
      this.#bytes += kept.bytes;
      this.#shrink();
      return rendered;
    } catch (error) {
      this.#kept.delete(etag);
      throw error;
    }
  }

  #shrink(): void {
    for (const [etag, { bytes }] of this.#kept) {
      if (this.#bytes <= maxBytes) return;
      if (bytes === 0) continue;
      this.#kept.delete(etag);
      this.#bytes -= bytes;
    }
  }
}
