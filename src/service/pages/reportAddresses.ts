/** In what a report can be had besides its page, by the ending of its address. */
export const formats = ['html', 'md', 'json'] as const;
export type Format = (typeof formats)[number];

/** The paths of a report's page and files. */
export function addressesOf(id: string): string[] {
  return [`/reports/${id}`, ...formats.map((format) => `/reports/${id}.${format}`)];
}
