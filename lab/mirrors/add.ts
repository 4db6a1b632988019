import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { writeFileAtomic } from '../../src/system/writeFileAtomic.ts';
import { parseJson, readEveryLanguage } from '../training/corpus.ts';

/**
 * Adds texts written by a model to the mirrors of this folder. Rejects a text that shares eight words in a row with
 * its human text, and skips one whose card already has a mirror.
 */

const usage =
  'usage: node lab/mirrors/add.ts --corpus DIR --model NAME --month YYYY-MM FILE.jsonl [FILE.jsonl ...]';

/** A line as written by `put.py` of the corpora. */
const Written = v.object({
  card: v.string(),
  of: v.nullish(v.string(), null),
  file: v.string(),
  domain: v.string(),
  lang: v.string(),
  style: v.string(),
  request: v.nullish(v.string(), null),
  text: v.pipe(v.string(), v.minLength(80)),
  words: v.number(),
});

const { values, positionals } = parseArgs({
  options: { corpus: { type: 'string' }, model: { type: 'string' }, month: { type: 'string' } },
  allowPositionals: true,
});
const { corpus, model, month } = values;
if (corpus === undefined || model === undefined || month === undefined || positionals.length === 0) {
  console.error(usage);
  process.exit(2);
}

const written: v.InferOutput<typeof Written>[] = [];
for (const path of positionals) {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  lines.forEach((line, i) => {
    const parsed = v.safeParse(Written, parseJson(line));
    if (!parsed.success) {
      const [issue] = parsed.issues;
      throw new Error(`${path}, line ${i + 1}, ${v.getDotPath(issue) ?? 'the line'}: ${issue.message}`);
    }
    written.push(parsed.output);
  });
}
const wanted = new Set(written.flatMap(({ of }) => of ?? []));
const partners = new Map(
  (await readEveryLanguage(corpus)).filter(({ id }) => wanted.has(id)).map(({ id, text }) => [id, text]),
);
const byLanguage = Map.groupBy(written, ({ lang }) => lang);
for (const [lang, texts] of byLanguage) {
  const path = join(import.meta.dirname, `${lang}.jsonl.gz`);
  const rows = await rowsOf(path);
  const have = new Set(rows.map(({ id }) => id));
  let copied = 0;
  for (const { card, of, file, domain, style, request, text, words } of texts) {
    const id = `mirror-${card}`;
    if (have.has(id)) continue;
    const partner = of === null ? undefined : partners.get(of);
    if (of !== null && partner === undefined) throw new Error(`${card}: the corpora hold no text ${of}.`);
    if (partner !== undefined && sharesRun(text, partner)) {
      console.log(`${card} shares eight words in a row with ${of}: left out.`);
      copied++;
      continue;
    }
    have.add(id);
    rows.push({
      ...{ id, label: 'ai', generator: `${model} (${month})`, domain, source: 'mirrors', repo: null, lang },
      ...{ attack: null, year: Number(month.slice(0, 4)), group: of ?? id, words, split: 'train', of },
      ...{ partner_file: of === null ? null : file, style: style.split(':')[0]!, request, text },
    });
  }
  rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  await writeFileAtomic(
    path,
    gzipSync(rows.map((row) => JSON.stringify(row)).join('\n') + '\n', { level: 9 }),
  );
  console.log(`${lang}: ${rows.length} mirrors; ${copied} left out.`);
}

async function rowsOf(path: string): Promise<({ id: string } & Record<string, unknown>)[]> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  if (bytes === null) return [];
  const lines = gunzipSync(bytes).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as { id: string });
}

/** Whether two texts share eight words in a row, regardless of case and punctuation. */
function sharesRun(a: string, b: string): boolean {
  const runs = (text: string): string[] => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
    return words.slice(7).map((_, i) => words.slice(i, i + 8).join(' '));
  };
  const known = new Set(runs(b));
  return runs(a).some((run) => known.has(run));
}
