import type { Hono } from 'hono';
import type { LocalPage, PageNotes } from '../api/local.ts';
import type { PasswordCost } from './api/password.ts';
import type { Analysis, DetectEdited } from './detection/analysis.ts';
import type { Budgets } from './api/byteBudget.ts';
import type { Environment } from './api/environment.ts';
import type { Store } from './store/store.ts';

/** What a service is made of. */
export interface ServiceParts {
  store: Store;
  /** Analyses a text of an account. Rejects with the signal's reason once it is aborted. */
  detect: (text: string, signal: AbortSignal, account: string) => Promise<Analysis>;
  /**
   * Asked before a text is read: throws a Problem when no more texts of the account may wait to be analysed. Any may if
   * left out.
   */
  requirePlace?: (account: string) => void;
  /** Scheme and host that addresses in answers begin with, without a slash at the end. */
  baseUrl: string;
  /** Milliseconds since 1970. */
  now: () => number;
  limits: ServiceLimits;
  /** What hashing a password costs: for tests. The full cost if left out. */
  passwordCost?: PasswordCost | undefined;
  /** Requests a minute and account, and of pages a minute and address; any number if left out. */
  rateLimit?: number;
  /** Called with every failure of the service's own, under the request's `X-Request-Id`. Never of what was sent. */
  log: (requestId: string, error: unknown) => void;
  /** The account area and the report pages (`accountPages`); a service without has neither. */
  pages?: RoutePages;
  /** What only the editor's own service offers. */
  local?: LocalParts;
}

/** Gives a report its page on this machine. */
export interface LocalPageOpener {
  /** @throws Problem 404 when the account has no such report, 503 when no port can be had. */
  open(account: string, report: string, notes: PageNotes): Promise<LocalPage>;
}

/** Adds pages for people to a service. Handed in, so that a service without pages does not load them. */
export type RoutePages = (app: Hono<Environment>, parts: ServiceParts, budgets: Budgets) => void;

export interface LocalParts {
  /** Analyses the text of a detection that names its document. */
  detectEdited: DetectEdited;
  /** The report pages of this machine, which are opened on demand. */
  pages: LocalPageOpener;
}

export interface ServiceLimits {
  /** Most bytes of `content` in UTF-8. */
  maxContentBytes: number;
}

/**
 * Answers one request. Rejects only when the request's signal is aborted, with the signal's reason.
 * @param address IP address of whoever asks, by which password guesses are slowed down; without it, all count as one.
 */
export type Service = (request: Request, address?: string) => Promise<Response>;
