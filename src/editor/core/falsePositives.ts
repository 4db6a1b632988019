/**
 * The address for reporting false positives; `undefined` if there is none.
 * @param setting `inkling.falsePositives.url`; '' for the issues of the repository.
 * @param repository from the manifest. A name that can't resolve (RFC 2606) means that the publisher set none.
 */
export function falsePositivesAddress(setting: unknown, repository: string): string | undefined {
  const own = typeof setting === 'string' ? setting.trim() : '';
  const url = URL.parse(own === '' ? `${repository.replace(/\.git$/, '')}/issues` : own);
  if (url?.protocol !== 'https:' || /(?:^|\.)invalid$/.test(url.hostname)) return undefined;
  return url.href;
}

/**
 * The form's address, filled in. For an address that ends in `/issues`, the form is at `/issues/new`.
 * @param figures of the report and the extension; they reveal nothing about the text, its name or its path.
 */
export function falsePositiveForm(
  address: string,
  figures: Record<'version' | 'confidence' | 'score', string | undefined>,
): string {
  const url = new URL(address);
  if (/\/issues\/?$/.test(url.pathname)) {
    url.pathname = url.pathname.replace(/\/?$/, '/new');
    url.searchParams.set('template', 'false-positive.yml');
  }
  for (const [name, figure] of Object.entries(figures))
    if (figure !== undefined) url.searchParams.set(name, figure);
  return url.href;
}
