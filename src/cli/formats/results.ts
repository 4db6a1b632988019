/** How results begin, in each format: nothing at all where there was nothing to print. */
const beginnings = [
  /^$/,
  // text
  /^[^\n]+: [^\n]+\.\n {2}(?:[^\n]* Score [01]\.\d\d \(0 a person, 1 AI\)\.|(?:Ignored|Left out): \d+ words? in )/,
  // JSON and JSON lines
  /^\[(?:\n\{\n {2}"file": "|\]\n$)/,
  /^\{"file":"/,
  // SARIF
  /^\{\n"\$schema": "https:\/\/json\.schemastore\.org\/sarif-2\.1\.0\.json",/,
  // Markdown
  /^\| file \| verdict \| confidence \| score \| reads like AI at \|\n/,
];

/**
 * Whether a text is what an earlier scan wrote, so that the next one may take its place.
 * @param start of it, some lines at least.
 */
export function isResults(start: string): boolean {
  return beginnings.some((beginning) => beginning.test(start));
}
