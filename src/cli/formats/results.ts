/** How results begin, in each format: nothing at all where there was nothing to print. */
const beginnings = [
  /^$/,
  // text
  /^[^\n]+: [^\n]+\.\n(?: {2}[^\n]*\n){0,40}? {2}(?:\d+ words?, \d+ sentences?, language \S+, model |(?:Ignored|Left out): \d+ words? in )/,
  // text, up to version 2
  /^[^\n]+: [^\n]+\.\n {2}[^\n]* Score [01]\.\d\d \(0 a person, 1 AI\)\./,
  // JSON and JSON lines
  /^\[(?:\n\{\n {2}"file": "|\]\n$)/,
  /^\{"file":"/,
  // SARIF
  /^\{\n"\$schema": "https:\/\/json\.schemastore\.org\/sarif-2\.1\.0\.json",/,
  // Markdown
  /^\| file \| verdict \| (?:of 1,000 texts by people, as high|confidence \| score) \| reads like AI at \|\n/,
];

/**
 * Whether a text is what an earlier scan wrote, so that the next one may take its place.
 * @param start of it, some lines at least.
 */
export function isResults(start: string): boolean {
  return beginnings.some((beginning) => beginning.test(start));
}
