import type { Result } from '../../api/report.ts';

/**
 * The address where false positives are reported, or `undefined` where there is none.
 * @param setting `inkling.falsePositives.url`; '' for the issues of the repository.
 * @param repository the address in the extension's manifest. A name that can't resolve (RFC 2606) is none: whoever
 *   publishes the extension has not set it.
 */
export function falsePositivesAddress(setting: unknown, repository: string): string | undefined {
  const own = typeof setting === 'string' ? setting.trim() : '';
  const url = URL.parse(own === '' ? `${repository.replace(/\.git$/, '')}/issues` : own);
  if (url?.protocol !== 'https:' || /(?:^|\.)invalid$/.test(url.hostname)) return undefined;
  return url.href;
}

/** What the form for a false positive is told: nothing of the text, its name or its place. */
export interface FalsePositive extends Pick<Result, 'confidence'> {
  /** Of the extension. */
  version: string;
  /** As it is written for people; none where there is no verdict. */
  score: string | undefined;
}

/** The form at this address, filled in. An issue tracker's own form for a new issue is `new` below its issues. */
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
