import type { Detection } from '../detector/detection.ts';
import type { Analysis } from './detection/analysis.ts';
import type { LocalPages } from './pages/localPages.ts';
import type { PagesSettings } from './pages/site.ts';
import type { Store } from './store/store.ts';

/** What a service is made of. */
export interface ServiceParts {
  store: Store;
  /** Analyses a text of an account. Rejects with the signal's reason once it is aborted. */
  detect: (text: string, signal: AbortSignal, account: string) => Promise<Analysis>;
  /** Scheme and host that addresses in answers begin with, without a slash behind. */
  baseUrl: string;
  /** Milliseconds since 1970. */
  now: () => number;
  limits: ServiceLimits;
  /** Requests a minute and account, and of report pages a minute and address; any number if left out. */
  rateLimit?: number;
  /** Hears of every failure of the service's own, under the request's `X-Request-Id`. Never of what was sent. */
  log: (requestId: string, error: unknown) => void;
  /** The account area and the report pages; a service without has neither. */
  pages?: PagesSettings;
  /** What only the editor's own service offers, under `/local`. */
  local?: LocalParts;
}

export interface LocalParts {
  detectEdited: DetectEdited;
  /** The report pages of this machine, which are opened on demand. */
  pages: LocalPages;
}

/**
 * Analyses the text of a document that is being edited. Rejects with the signal's reason once it is aborted.
 * @param document names it: its next text is analysed sooner than its first.
 */
export type DetectEdited = (document: string, text: string, signal: AbortSignal) => Promise<Detection>;

export interface ServiceLimits {
  /** Most bytes of `content` in UTF-8. */
  maxContentBytes: number;
}

/**
 * Answers one request. Rejects only when the request's signal is aborted, with the signal's reason.
 * @param address IP address of whoever asks, by which password guesses are slowed down; without it, all count as one.
 */
export type Service = (request: Request, address?: string) => Promise<Response>;
