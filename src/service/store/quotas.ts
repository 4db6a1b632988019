import type { Usage } from '../../api/service.ts';
import type { Row } from './rows.ts';

/** The limits on what an account may store. A missing limit means unlimited. */
export interface Quotas {
  keys?: number | undefined;
  projects?: number | undefined;
  reports?: number | undefined;
  /** Total size of its reports' contents, in UTF-8. */
  bytes?: number | undefined;
}

const messages: Record<keyof Quotas, (max: number) => string> = {
  keys: (max) => `API key limit reached (${max}).`,
  projects: (max) => `Project limit reached (${max}).`,
  reports: (max) => `Report limit reached (${max}).`,
  bytes: (max) => `Storage limit reached: this text does not fit (${max} bytes per account).`,
};

/** A write would exceed a quota, and nothing was stored. `message` is a sentence for the account's user. */
export class QuotaError extends Error {
  override readonly name = 'QuotaError';
  readonly quota: keyof Quotas;

  constructor(quota: keyof Quotas, max: number) {
    super(messages[quota](max));
    this.quota = quota;
  }
}

/**
 * @param account the account's usage; `known` says whether it already has the report's project.
 * @param bytes of the report's content in UTF-8.
 * @throws QuotaError when there is no room for another report.
 */
export function requireRoomFor(bytes: number, quotas: Quotas, account: Row | undefined): void {
  if (account === undefined) return;
  const totalWith = (name: string, added: number): number => Number(account[name]) + added;
  requireWithin(quotas, { reports: totalWith('reports', 1), bytes: totalWith('bytes', bytes) });
  if (!account['known']) requireWithin(quotas, { projects: totalWith('projects', 1) });
}

/** @param account the account's usage; `undefined` if the account no longer exists. */
export function usageWithin(quotas: Quotas, account: Row | undefined): Usage {
  const of = (quota: keyof Quotas) => ({
    used: Number(account?.[quota] ?? 0),
    limit: quotas[quota] ?? null,
  });
  return { keys: of('keys'), projects: of('projects'), reports: of('reports'), bytes: of('bytes') };
}

/** @throws QuotaError that names the first exceeded quota. */
export function requireWithin(quotas: Quotas, used: Quotas): void {
  for (const quota of ['keys', 'projects', 'reports', 'bytes'] as const) {
    const { [quota]: max = Infinity } = quotas;
    if ((used[quota] ?? 0) > max) throw new QuotaError(quota, max);
  }
}
