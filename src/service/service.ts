import type { Hono } from 'hono';
import type { LocalPage, PageNotes } from '../api/local.ts';
import type { ModelDescription } from '../api/service.ts';
import type { FilePart } from './api/multipart.ts';
import type { PasswordCost } from './api/password.ts';
import type { Analysis, DetectEdited } from './detection/analysis.ts';
import type { Budgets } from './api/byteBudget.ts';
import type { Environment } from './api/environment.ts';
import type { Store } from './store/store.ts';

/** Why a service or one of its threads can't start, in a sentence for the user. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The parts of a service. */
export interface ServiceParts {
  store: Store;
  /** Analyses a text of an account. Rejects with the signal's reason when aborted. */
  detect: (text: string, signal: AbortSignal, account: string) => Promise<Analysis>;
  /** Called before a text is read. Throws a Problem when the account has too many waiting texts; absent if unlimited. */
  requirePlace?: (account: string) => void;
  /**
   * Reads the text of an office file or a PDF without blocking this thread. Without it, the service accepts no
   * files. Rejects with the signal's reason when aborted.
   * @throws Problem 422 for a file that can't be read; 503 when too many of the account's files wait.
   */
  readFile?: (file: FilePart, signal: AbortSignal, account: string) => Promise<string>;
  /** The models that `detect` uses. */
  models: () => readonly ModelDescription[] | Promise<readonly ModelDescription[]>;
  /** Scheme and host of the addresses in responses, without a trailing slash. */
  baseUrl: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The most bytes of `content` in UTF-8. */
  maxContentBytes: number;
  /** The cost of hashing a password, which tests lower. */
  passwordCost?: PasswordCost | undefined;
  /** Requests per minute and account, and page requests per minute and address; unlimited by default. */
  rateLimit?: number;
  /** Called with every internal error and the request's `X-Request-Id`. It must not log what was sent. */
  log: (requestId: string, error: unknown) => void;
  /** Adds the account area and the report pages (`accountPages`); absent if the service has neither. */
  pages?: RoutePages;
  /** Offered only by the editor's own service. */
  local?: LocalParts;
}

/** Opens a report's page on this machine. */
export interface LocalPageOpener {
  /** @throws Problem 404 when the account has no such report, 503 when no port is available. */
  open(account: string, report: string, notes: PageNotes): Promise<LocalPage>;
}

/** Adds pages for people to a service. It is passed in, so that a service without pages does not load them. */
export type RoutePages = (app: Hono<Environment>, parts: ServiceParts, budgets: Budgets) => void;

export interface LocalParts {
  /** Analyses the text of a request that names its document. */
  detectEdited: DetectEdited;
  /** The report pages of this machine, opened on demand. */
  pages: LocalPageOpener;
}

/**
 * Answers one request. Rejects only when the request's signal is aborted, with the signal's reason.
 * @param address the client's IP address, for limiting password guesses. Without it, all clients count as one.
 */
export type Service = (request: Request, address?: string) => Promise<Response>;
