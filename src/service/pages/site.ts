import type { Context } from 'hono';
import type { ReportContext } from '../../report/view/view.ts';
import type { PagesSettings, ServiceParts } from '../service.ts';
import { Devices } from '../account/devices.ts';
import { LoginThrottle } from './loginThrottle.ts';
import { NameEndings } from '../account/names.ts';
import { renderHere, type Render } from './renderThread.ts';
import { addressesOf, cookiesByPath, ReportAccess } from './reportAccess.ts';
import { Sessions, type Session } from '../account/sessions.ts';
import type { Budgets } from '../api/byteBudget.ts';
import type { Environment } from '../api/environment.ts';

/** What the report pages need, of a service with accounts or of the editor's own. */
export interface ReportSite extends Pick<ServiceParts, 'store' | 'baseUrl' | 'now' | 'log'> {
  reportAccess: ReportAccess;
  throttle: LoginThrottle;
  render: Render;
  /** What is held for readers. */
  answers: Budgets['answers'];
  /** Whether there is an account area to lead to. */
  hasAccounts: boolean;
  /** What the pages say of the service, and the time zone of their dates. */
  place: Pick<ReportContext, 'host' | 'timeZone'>;
  /**
   * The account that the request is signed in to, or `null`.
   * @param report that is asked for, where its address can be a report's.
   */
  accountOf(context: Context<Environment>, report: string | undefined): Promise<string | null>;
}

/** What the account area and the report pages share. */
export interface Site
  extends
    ReportSite,
    Pick<PagesSettings, 'registration' | 'passwordWeakness'>,
    Pick<ServiceParts, 'passwordCost'> {
  sessions: Sessions;
  devices: Devices;
  endings: NameEndings;
}

/** What the routes that need a session find in their context. */
export interface SignedIn extends Environment {
  Variables: Environment['Variables'] & { session: Session };
}

/** @throws Error when the secret is too short to sign with. */
export function createSite(
  parts: ServiceParts,
  settings: PagesSettings,
  { answers }: Pick<Budgets, 'answers'>,
): Site {
  const { registration, secret, passwordWeakness, render = renderHere } = settings;
  if (secret.length < 32) throw new Error('The secret that signs cookies needs at least 32 bytes.');
  const { store, baseUrl, now, log, passwordCost } = parts;
  const signing = { secret, secure: baseUrl.startsWith('https:'), now };
  const sessions = new Sessions({ store, ...signing });
  return {
    store,
    baseUrl,
    now,
    log,
    hasAccounts: true,
    place: { host: new URL(baseUrl).host, timeZone: 'UTC' },
    accountOf: async (context) => (await sessions.read(context))?.account.id ?? null,
    registration,
    passwordWeakness,
    passwordCost,
    render,
    answers,
    sessions,
    devices: new Devices(signing),
    endings: new NameEndings(secret),
    reportAccess: new ReportAccess({
      ...signing,
      cookies: cookiesByPath('inkling-report', { secure: signing.secure, addresses: addressesOf }),
    }),
    throttle: new LoginThrottle(now),
  };
}
