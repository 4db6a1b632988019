import { noQuotas, type Quotas } from '../service/store/quotas.ts';

/** What an account may keep, 0 for any number. */
export interface QuotaSettings {
  maxKeys?: number;
  maxReports?: number;
  /** Of text in UTF-8. */
  maxBytes?: number;
}

export function quotasOf({ maxKeys = 0, maxReports = 0, maxBytes = 0 }: QuotaSettings): Quotas {
  return {
    keys: maxKeys === 0 ? noQuotas.keys : maxKeys,
    reports: maxReports === 0 ? noQuotas.reports : maxReports,
    bytes: maxBytes === 0 ? noQuotas.bytes : maxBytes,
  };
}
