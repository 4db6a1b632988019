import type { PasswordWeakness } from './passwordStrength.ts';
import type { Budgets } from '../api/byteBudget.ts';
import type { Environment } from '../api/environment.ts';
import { LoginThrottle } from '../pages/loginThrottle.ts';
import { renderHere, type Render } from '../pages/renderThread.ts';
import { addressesOf, cookiesByPath, ReportAccess } from '../pages/reportAccess.ts';
import type { ReportSite } from '../pages/reportPages.ts';
import type { ServiceParts } from '../service.ts';
import { NameEndings } from './names.ts';
import { Devices, Sessions, type Session } from './sessions.ts';

/** Settings of the pages for people. */
export interface PagesSettings {
  /** Whether anyone may create an account, or only the operator. */
  registration: 'open' | 'closed';
  /** The key that signs cookies: at least 32 random bytes, the same in all processes that serve the same store. */
  secret: Uint8Array;
  /** Checks new account passwords. It is passed in, because only a server loads the word list. */
  passwordWeakness: PasswordWeakness;
  /** Renders reports. By default, on the calling thread. */
  render?: Render;
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

/** The context of routes that need a session. */
export interface SignedIn extends Environment {
  Variables: Environment['Variables'] & { session: Session };
}

/** @throws Error when the secret is too short. */
export function createSite(
  parts: ServiceParts,
  settings: PagesSettings,
  { answers }: Pick<Budgets, 'answers'>,
): Site {
  const { registration, secret, passwordWeakness, render = renderHere } = settings;
  if (secret.length < 32) throw new Error('The secret that signs cookies needs at least 32 bytes.');
  const { store, baseUrl, now, log, passwordCost } = parts;
  const signing = { secret, secure: baseUrl.startsWith('https:'), now };
  const sessions = new Sessions(store, signing);
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
