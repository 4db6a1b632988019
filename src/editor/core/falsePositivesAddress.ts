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
