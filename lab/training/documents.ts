import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { verdicts, type Confidence, type Verdict } from '../../src/api/report.ts';
import { flaggedIn } from '../../src/cli/formats/format.ts';
import { scanFile } from '../../src/cli/scan/scanFile.ts';
import { readModelFile } from '../../src/cli/assets.ts';
import { noRules } from '../../src/scan/judged.ts';
import { writeFileAtomic } from '../../src/system/writeFileAtomic.ts';
import { documentLanguages, isDocument, languageOf } from '../../src/prose/languageOf.ts';
import { wilson } from './metrics.ts';
import { showProgress } from './progress.ts';
import { percent, markdownTable } from './table.ts';

/**
 * The verdicts of `inkling scan` on document files by one known kind of author, by format and length. The model must
 * not have been trained on them.
 */

const usage = `usage: npm run evaluate:documents -- --documents DIR [--half 1|2] [--cap DOCUMENTS] [--json FILE]

  --documents DIR  a folder with a folder for each package or author, and their documents in it
  --half 1|2       one half of the packages, by a hash of their names: choose by one, report the other
  --cap DOCUMENTS  documents of a package and format, long or short, at most (5)
  --json FILE      write what was said of each document`;

/** Shorter documents get no verdict. */
const minWords = 60;
/** Shorter ones get low confidence at most. */
const wordsForConfidence = 150;
const lengthClasses = [
  { name: '150 words and more', from: wordsForConfidence, to: Infinity },
  { name: '60 to 149 words', from: minWords, to: wordsForConfidence },
  { name: '150 to 299 words', from: wordsForConfidence, to: 300 },
  { name: '300 to 999 words', from: 300, to: 1000 },
  { name: '1000 words and more', from: 1000, to: Infinity },
];

/** A document and its result. */
interface Told {
  path: string;
  format: string;
  /** BCP 47 tag, or `und`. The tables contain only English documents. */
  language: string;
  words: number;
  score: number;
  verdict: Verdict;
  confidence: Confidence;
  reasons: readonly string[];
  /** The number of sentences marked as reading like an AI's. */
  flagged: number;
}

const { values } = parseArgs({
  options: {
    documents: { type: 'string' },
    half: { type: 'string' },
    cap: { type: 'string', default: '5' },
    json: { type: 'string' },
  },
});
if (values.documents === undefined) {
  console.error(usage);
  process.exit(2);
}
const told = await tellAll(values.documents, Number(values.cap), values.half);
console.log(tables(told.filter(({ language }) => language === 'en')));
if (values.json !== undefined) await writeFileAtomic(values.json, JSON.stringify(told, null, 1));

/** Ordered by a hash of their names, so that the alphabet does not decide which documents count. */
async function tellAll(folder: string, cap: number, half: string | undefined): Promise<Told[]> {
  const model = readModelFile();
  const all: Told[] = [];
  const seen = new Set<string>();
  const packages = (await readdir(folder)).filter((name) => half === undefined || halfOf(name) === half);
  const progress = showProgress('scanning packages');
  for (const [i, name] of packages.sort().entries()) {
    if (i % 200 === 0) progress(i, packages.length);
    const files = await readdir(join(folder, name), { recursive: true });
    const counts = new Map<string, number>();
    for (const file of files.sort((a, b) => hash(a) - hash(b))) {
      const path = join(folder, name, file);
      const format = formatOf(path);
      if (format === undefined) continue;
      const countOf = (isShort: boolean): number => counts.get(`${format} ${isShort}`) ?? 0;
      if (countOf(true) >= cap && countOf(false) >= cap) continue;
      const outcome = await scanFile(path, model, noRules);
      if (outcome.kind !== 'scanned') continue;
      const { content, detection } = outcome;
      const { words, result } = detection;
      const opening = openingOf(content);
      const isShort = words < wordsForConfidence;
      if (words < minWords || countOf(isShort) >= cap || seen.has(opening)) continue;
      seen.add(opening);
      counts.set(`${format} ${isShort}`, countOf(isShort) + 1);
      all.push({
        ...{ path: relative(folder, path).replaceAll(sep, '/'), format, language: detection.language, words },
        ...{ score: result.score, verdict: result.verdict, confidence: result.confidence },
        reasons: result.reasons.map(({ code }) => code),
        flagged: flaggedIn(outcome).length,
      });
    }
  }
  return all;
}

/** The row of the table; all programming languages share one. `undefined` if no prose is read from the file. */
function formatOf(path: string): string | undefined {
  const language = languageOf(path);
  if (isDocument(path)) return language === 'rmd' || language === 'quarto' ? 'R Markdown, Quarto' : language;
  return documentLanguages.has(language) || /[/\\]\.[^/\\]*$/.test(path) ? undefined : 'code comments';
}

/** The first words. Documents with the same beginning count as one. */
function openingOf(prose: string): string {
  return (prose.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 60).join(' ');
}

function halfOf(name: string): string {
  return hash(name) % 2 === 0 ? '1' : '2';
}

/** FNV-1a over UTF-16 units, finalised as in murmur3 so that the lowest bits are well mixed. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  return (state ^ (state >>> 13)) >>> 0;
}

function tables(documents: readonly Told[]): string {
  const formats = [...Map.groupBy(documents, ({ format }) => format)].sort(([a], [b]) => (a < b ? -1 : 1));
  const groups = [['all', documents] as const, ...formats].flatMap(([name, own]) =>
    lengthClasses.map(({ name: length, from, to }): [string, readonly Told[]] => [
      `${name}, ${length}`,
      own.filter(({ words }) => words >= from && words < to),
    ]),
  );
  const headings = [
    '',
    'documents',
    ...verdicts.map((verdict) => `\`${verdict}\``),
    '`ai`, confidence `high`',
    'some sentence marked',
  ];
  const rows = groups
    .filter(([, own]) => own.length > 0)
    .map(([name, own]) => {
      const share = (counts: (told: Told) => boolean): string =>
        percent(wilson(own.filter(counts).length, own.length));
      return [
        name,
        String(own.length),
        ...verdicts.map((verdict) => share((one) => one.verdict === verdict)),
        share(({ verdict, confidence }) => verdict === 'ai' && confidence === 'high'),
        share(({ flagged }) => flagged > 0),
      ];
    });
  return markdownTable(headings, rows);
}
