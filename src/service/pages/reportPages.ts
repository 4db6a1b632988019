import { Hono, type Context } from 'hono';
import type { Report } from '../../api/report.ts';
import { reportDocument } from '../../report/document.ts';
import { reportMarkdown } from '../../report/markdown.ts';
import type { ReportContext } from '../../report/view.ts';
import { titleOr } from '../../report/words.ts';
import type { Environment } from '../environment.ts';
import { readBody } from '../body.ts';
import { isPassword } from '../password.ts';
import { Problem } from '../problem.ts';
import { toReport } from '../reports.ts';
import { parseForm, UnlockReport } from './forms.ts';
import { formats, type Format } from './reportAddresses.ts';
import { asId } from './asId.ts';
import { languageFor } from './language.ts';
import { sendPage } from './respond.ts';
import type { ReportSite } from './site.ts';
import { missingReportPage } from './views/problem.ts';
import { reportPage } from './views/report.ts';
import { unlockPage } from './views/signIn.ts';

/** What a reader may have of a report. */
type Access =
  | { kind: 'open'; report: Report; isOwner: boolean }
  | { kind: 'locked'; passwordHash: string }
  /** There is none, or none for this reader: nobody may learn which. */
  | { kind: 'missing' };

/** `/reports/{id}`, and the same report as a file at `/reports/{id}.html`, `.md` and `.json`. */
export function reportPageRoutes(site: ReportSite): Hono<Environment> {
  const { store, baseUrl, unlocked, guesses, place, hasAccounts } = site;
  const routes = new Hono<Environment>();

  async function accessOf(context: Context<Environment>, id: string | undefined): Promise<Access> {
    // Both are read whatever comes of it, so that the time it takes says little.
    const account = await site.accountOf(context, id);
    const found = id === undefined ? null : await store.findReport(id);
    if (found === null) return { kind: 'missing' };
    const isOwner = account === found.account;
    const open: Access = { kind: 'open', report: toReport(found.report, baseUrl), isOwner };
    if (isOwner) return open;
    switch (found.report.privacy) {
      case 0:
        return open;
      case 1:
        return { kind: 'missing' };
      case 2:
        if (found.passwordHash === null) return { kind: 'missing' };
        return unlocked.has(context, found.report.id, found.passwordHash)
          ? open
          : { kind: 'locked', passwordHash: found.passwordHash };
    }
  }

  routes.get('/:page', async (context) => {
    const { id, format } = partsOf(context.req.param('page'));
    const access = await accessOf(context, id);
    const reader = { ...place, ...languageFor(context) };
    const { words } = reader;
    if (id === undefined || access.kind === 'missing')
      return sendPage(context, missingReportPage(id, words, hasAccounts), 404);
    if (access.kind === 'locked')
      return sendPage(context, unlockPage(id, words, hasAccounts), format === undefined ? 200 : 403);
    if (format !== undefined) return download(context, access.report, format, reader);
    return sendPage(context, reportPage(access.report, reader, { ...access, hasAccounts }));
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

  function download(
    context: Context<Environment>,
    report: Report,
    format: Format,
    reader: Omit<ReportContext, 'actions'>,
  ): Response {
    const name = `${titleOr(report.title, 'report').replace(/[^\p{L}\p{N}._-]+/gu, '-')}-inkling.${format}`;
    const headers = {
      // RFC 6266: a plain name for all, and the real one in UTF-8.
      'Content-Disposition': `attachment; filename="inkling-report.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    };
    switch (format) {
      case 'html':
        return context.html(reportDocument(report, reader), 200, headers);
      case 'md':
        return context.body(reportMarkdown(report, reader), 200, {
          ...headers,
          'Content-Type': 'text/markdown; charset=utf-8',
        });
      case 'json':
        return context.body(JSON.stringify(report, null, 2), 200, {
          ...headers,
          'Content-Type': 'application/json; charset=utf-8',
        });
    }
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
