import { gunzipInChunks } from '#platform';
import { Hono, type Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { chooseLanguage, type ReportLanguage, titleOr } from '../../report/words/words.ts';
import { streamOf, toSummary } from '../api/reportBody.ts';
import { isCorrectPassword } from '../api/password.ts';
import { parseId } from '../api/ids.ts';
import { networkOf, type Environment } from '../api/environment.ts';
import { etagOf, unchangedResponse, setValidator } from '../api/headers.ts';
import { notFound, Problem } from '../api/problem.ts';
import { answerForm, parseForm, readFormFields, UnlockReport } from './forms.ts';
import { formats, languages, type Format, type Rendered, type RenderJob } from './renderReport.ts';
import { signedCookie, type Cookie, type Signing } from './signedCookies.ts';
import { sendPage } from './pageApp.ts';
import type { Render } from './renderThread.ts';
import type { LoginThrottle } from './loginThrottle.ts';
import type { ServiceParts } from '../service.ts';
import type { Budgets } from '../api/byteBudget.ts';
import type { FoundReport } from '../store/store.ts';
import type { ReportContext } from '../../report/view/view.ts';
import { missingReportPage, unlockPage } from './views.ts';

/** What the report pages need, both on a service with accounts and on the editor's own. */
export interface ReportSite extends Pick<ServiceParts, 'store' | 'baseUrl' | 'log'> {
  signing: Signing;
  /** The cookie of a browser that gave the report's password. */
  cookieOf(report: string): Cookie;
  throttle: LoginThrottle;
  render: Render;
  budgets: Budgets;
  /** Whether there is an account area to link to. */
  hasAccounts: boolean;
  /** The service's host and the time zone of dates, as shown on pages. */
  place: Pick<ReportContext, 'host' | 'timeZone'>;
  /** The account that the request is signed in to, or `null`. `report` is the id in its address. */
  accountOf(context: Context<Environment>, report: string | undefined): Promise<string | null>;
}

/** The paths of a report's page and files. */
export function reportPaths(id: string): string[] {
  return [`/reports/${id}`, ...formats.map((format) => `/reports/${id}.${format}`)];
}

/** How long a report stays open after the right password, in milliseconds. */
const unlockLifetime = 60 * 60_000;

/** What a reader may see of a report. */
type Access =
  | { kind: 'open'; id: string; found: FoundReport; isOwner: boolean }
  | { kind: 'locked'; id: string; passwordHash: string }
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
  const { store, baseUrl, throttle, place, hasAccounts, budgets } = site;
  const routes = new Hono<Environment>();
  const renderedReports = new RenderedReports();

  /** Bound to the password's hash, so that a new password locks the report again. */
  const unlockCookie = (id: string) =>
    signedCookie(site.cookieOf(id), site.signing, 'report', unlockLifetime);

  async function accessOf(context: Context<Environment>, id: string | undefined): Promise<Access> {
    // Always reads both the account and the report, so that the response time reveals nothing. `findReport` reads only
    // what the decision needs.
    const account = await site.accountOf(context, id);
    const found = id === undefined ? null : await store.findReport(id);
    if (id === undefined || found === null) return { kind: 'missing' };
    const { privacy, passwordHash } = found;
    const isOwner = account === found.account;
    const open: Access = { kind: 'open', id, found, isOwner };
    if (isOwner || privacy === 0) return open;
    if (privacy === 1 || passwordHash === null) return { kind: 'missing' };
    return unlockCookie(id).read(context, id, passwordHash) ? open : { kind: 'locked', id, passwordHash };
  }

  routes.get('/:page', async (context) => {
    const { id, format } = parsePath(context.req.param('page'));
    const access = await accessOf(context, id);
    const { words } = languageFor(context);
    switch (access.kind) {
      case 'missing':
        return sendPage(context, missingReportPage(id, words, hasAccounts), 404);
      case 'locked':
        return sendPage(context, unlockPage(access.id, words, hasAccounts), format === undefined ? 200 : 403);
      case 'open':
        return show(context, access, format);
    }
  });

  routes.post('/:page', async (context) => {
    const { id, format } = parsePath(context.req.param('page'));
    const access = await accessOf(context, id);
    const { words } = languageFor(context);
    if (format !== undefined || access.kind === 'missing')
      return sendPage(context, missingReportPage(id, words, hasAccounts), 404);
    const { id: report } = access;
    if (access.kind === 'open') return context.redirect(`/reports/${report}`, 303);
    const { passwordHash } = access;
    const unlock = async (): Promise<Response> => {
      const { password } = parseForm(UnlockReport, await readFormFields(context, budgets));
      const isRight = await throttle.check(`report ${report}`, context.env, () =>
        isCorrectPassword(password, passwordHash),
      );
      if (!isRight) throw new Problem(403, words.page.wrongPassword);
      unlockCookie(report).write(context, [], report, passwordHash);
      return context.redirect(`/reports/${report}`, 303);
    };
    return answerForm(context, unlock, (error) => unlockPage(report, words, hasAccounts, error));
  });

  /** Answers 304 if the browser's copy is current. Otherwise uses the cache if the page is already rendered. */
  async function show(
    context: Context<Environment>,
    { id, found: { account, privacy, characters, parts }, isOwner }: Extract<Access, { kind: 'open' }>,
    format: Format | undefined,
  ): Promise<Response> {
    const { address } = context.env;
    const form = format ?? 'page';
    const part = form === 'page' ? partIn(context.req.query('part')) : 1;
    if (part > parts) throw notFound();
    // The JSON is the same in every language.
    const locale = form === 'json' ? 'en' : languageFor(context).locale;
    const etag = etagOf(form, baseUrl, id, privacy, part, locale, isOwner);
    const cacheableBy = privacy === 0 && !isOwner ? 'public' : 'private';
    const unchanged = unchangedResponse(context, etag, cacheableBy);
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
    setValidator(context, etag, cacheableBy);
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
    const reservation = budgets.answers.reserve(networkOf(address), rendered.gzipped.length);
    return context.body(streamOf(gunzipInChunks(rendered.gzipped), reservation));
  }

  return routes;
}

/** The report and the format that a path's last segment names. */
function parsePath(page: string): { id: string | undefined; format: Format | undefined } {
  const [name, suffix, ...more] = page.split('.');
  const format = formats.find((known) => known === suffix);
  const isValidName = more.length === 0 && (suffix === undefined || format !== undefined);
  return { id: isValidName ? parseId(name) : undefined, format };
}

/** The part of a long text that a page's address names. @throws Problem 404 when the number is invalid. */
function partIn(query: string | undefined): number {
  if (query === undefined) return 1;
  if (!/^[1-9]\d{0,5}$/.test(query)) throw notFound();
  return Number(query);
}

/** The report language that the browser prefers; English if it names none of ours. */
function languageFor(context: Context): ReportLanguage {
  const preferred = parseAccept(context.req.header('Accept-Language') ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => type);
  return chooseLanguage(preferred, languages);
}

/** The maximum size of the cache in compressed bytes. */
const maxBytes = 16 * 1024 * 1024;

/** Caches rendered pages by ETag. Simultaneous requests for a page render it once. */
class RenderedReports {
  /** In order of last use, the least recent first. `bytes` is 0 until the page is rendered. */
  readonly #cached = new Map<string, { rendering: Promise<Rendered>; bytes: number }>();

  async get(etag: string, render: () => Promise<Rendered>): Promise<Rendered> {
    const page = this.#cached.get(etag) ?? { rendering: render(), bytes: 0 };
    this.#cached.delete(etag);
    this.#cached.set(etag, page);
    try {
      const rendered = await page.rendering;
      if (page.bytes === 0) {
        page.bytes = rendered.gzipped.length;
        this.#shrink();
      }
      return rendered;
    } catch (error) {
      this.#cached.delete(etag);
      throw error;
    }
  }

  #shrink(): void {
    let total = [...this.#cached.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [etag, { bytes }] of this.#cached) {
      if (total <= maxBytes) return;
      if (bytes > 0) this.#cached.delete(etag);
      total -= bytes;
    }
  }
}
