import type { ServiceParts } from '../service.ts';
import { Guesses } from './guesses.ts';
import { Sessions, type Session } from './sessions.ts';
import { Unlocked } from './unlocked.ts';
import type { Environment } from '../environment.ts';

/** How a service shows itself to people. */
export interface PagesSettings {
  /** Whether anyone may make an account, or only whoever runs the service. */
  registration: 'open' | 'closed';
  /** Signs cookies: at least 32 random bytes, the same in every process that serves the same store. */
  secret: Uint8Array;
}

/** What the account area and the report pages share. */
export interface Site extends Pick<ServiceParts, 'store' | 'baseUrl' | 'now' | 'log'> {
  registration: PagesSettings['registration'];
  sessions: Sessions;
  unlocked: Unlocked;
  guesses: Guesses;
}

/** What the routes behind the sign-in find in their context. */
export interface SignedIn extends Environment {
  Variables: Environment['Variables'] & { session: Session };
}

/** @throws Error when the secret is too short to sign with. */
export function createSite(parts: ServiceParts, { registration, secret }: PagesSettings): Site {
  if (secret.length < 32) throw new Error('The secret that signs cookies needs at least 32 bytes.');
  const { store, baseUrl, now, log } = parts;
  const signing = { secret, secure: baseUrl.startsWith('https:'), now };
  return {
    store,
    baseUrl,
    now,
    log,
    registration,
    sessions: new Sessions({ store, ...signing }),
    unlocked: new Unlocked(signing),
    guesses: new Guesses(now),
  };
}
