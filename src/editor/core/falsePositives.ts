import type { Result } from '../../api/report.ts';

/**
 * The address for reporting false positives; `undefined` if there is none.
 * @param setting `inkling.falsePositives.url`; '' for the issues of the repository.
 * @param repository the address in the extension's manifest. A name that can't resolve (RFC 2606) means that the
 *   publisher set none.
 */
export function falsePositivesAddress(setting: unknown, repository: string): string | undefined {
  const own = typeof setting === 'string' ? setting.trim() : '';
  const url = URL.parse(own === '' ? `${repository.replace(/\.git$/, '')}/issues` : own);
  if (url?.protocol !== 'https:' || /(?:^|\.)invalid$/.test(url.hostname)) return undefined;
  return url.href;
}

/** The values that fill the form for a false positive. They reveal nothing about the text, its name or its path. */
export interface FalsePositive extends Pick<Result, 'confidence'> {
  /** The extension's version. */
  version: string;
  /** Formatted for people; `undefined` without a verdict. */
  score: string | undefined;
}

/**
 * The form's address with these values filled in. For an address that ends in `/issues`, the form is at
 * `/issues/new`.
 */
export function falsePositiveForm(address: string, { version, confidence, score }: FalsePositive): string {
  const url = new URL(address);
  if (/\/issues\/?$/.test(url.pathname)) {
    url.pathname = url.pathname.replace(/\/?$/, '/new');
    url.searchParams.set('template', 'false-positive.yml');
  }
  url.searchParams.set('version', version);
  url.searchParams.set('confidence', confidence);
  if (score !== undefined) url.searchParams.set('score', score);
  return url.href;
}
