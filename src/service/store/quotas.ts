/** What an account may keep at most; `Infinity` for any number. */
export interface Quotas {
  keys: number;
  projects: number;
  reports: number;
  /** Of the contents of its reports, in UTF-8. */
  bytes: number;
}

export const noQuotas: Quotas = {
  keys: Infinity,
  projects: Infinity,
  reports: Infinity,
  bytes: Infinity,
};

const messages: Record<keyof Quotas, (max: number) => string> = {
  keys: (max) => `API key limit reached (${max}).`,
  projects: (max) => `Project limit reached (${max}).`,
  reports: (max) => `Report limit reached (${max}).`,
  bytes: (max) => `Storage limit reached: this text does not fit (${max} bytes per account).`,
};

/** A quota would be passed; nothing was stored. `message` is a sentence for the account's holder. */
export class QuotaError extends Error {
  override readonly name = 'QuotaError';
  readonly quota: keyof Quotas;
  readonly max: number;

  constructor(quota: keyof Quotas, max: number) {
    super(messages[quota](max));
    this.quota = quota;
    this.max = max;
  }
}

/** @throws QuotaError that names the first quota that is passed. */
export function requireWithin(quotas: Quotas, used: Partial<Quotas>): void {
  for (const quota of ['keys', 'projects', 'reports', 'bytes'] as const) {
    if ((used[quota] ?? 0) > quotas[quota]) throw new QuotaError(quota, quotas[quota]);
  }
}
