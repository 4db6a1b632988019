import type { Budgets } from '../api/byteBudget.ts';
import type { Environment } from '../api/environment.ts';
import { idMaker } from '../api/ids.ts';
import { LoginThrottle } from '../pages/loginThrottle.ts';
import { renderHere, type Render } from '../pages/renderThread.ts';
import { reportPaths, type ReportSite } from '../pages/reportPages.ts';
import { createCookie } from '../pages/signedCookies.ts';
import type { Fields } from '../api/parameters.ts';
import type { ServiceParts } from '../service.ts';
import { createNameEndings, type NameEndings } from './nameEndings.ts';
import { createDevices, createSessions, type Devices, type Session, type Sessions } from './sessions.ts';

/** Settings of the pages for people. */
export interface PagesSettings {
  /** Whether anyone may create an account, or only the operator. */
  registration: 'open' | 'closed';
  /** The key that signs cookies: at least 32 random bytes, the same in all processes that serve the same store. */
  secret: Uint8Array;
  /** Renders reports. By default, on the calling thread. */
  render?: Render;
}

/** What the account area and the report pages share. */
export interface Site
  extends ReportSite, Omit<PagesSettings, 'secret' | 'render'>, Pick<ServiceParts, 'passwordCost'> {
  newId: () => string;
  sessions: Sessions;
  devices: Devices;
  endings: NameEndings;
}

/** The context of routes that need a session; `fields` are those of the form in a POST. */
export interface SignedIn extends Environment {
  Variables: Environment['Variables'] & { session: Session; fields: Fields };
}

/** @throws Error when the secret is too short. */
export function createSite(
  parts: ServiceParts,
  { secret, render = renderHere, ...settings }: PagesSettings,
  budgets: Budgets,
): Site {
  if (secret.length < 32) throw new Error('The secret that signs cookies needs at least 32 bytes.');
  const { store, baseUrl, now } = parts;
  const signing = { secret, now };
  // Over https, browsers accept the cookies only from this host, and send them only over https.
  const isSecure = baseUrl.startsWith('https:');
  const siteCookie = (name: string) => createCookie(name, ['/'], isSecure ? 'host' : undefined);
  const sessions = createSessions(store, signing, siteCookie('inkling'));
  return {
    ...parts,
    ...settings,
    render,
    budgets,
    hasAccounts: true,
    place: { host: new URL(baseUrl).host, timeZone: 'UTC' },
    accountOf: async (context) => (await sessions.read(context))?.account.id ?? null,
    newId: idMaker(now),
    sessions,
    devices: createDevices(signing, siteCookie('inkling-device')),
    endings: createNameEndings(secret),
    signing,
    cookieOf: (report) =>
      createCookie('inkling-report', reportPaths(report), isSecure ? 'secure' : undefined),
    throttle: new LoginThrottle(now),
  };
}
