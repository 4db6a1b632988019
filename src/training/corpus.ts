import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import * as v from 'valibot';

/** One line of a corpus file. */
const CorpusLine = v.object({
  id: v.string(),
  text: v.string(),
  label: v.picklist(['human', 'ai']),
  domain: v.nullish(v.string(), 'other'),
  lang: v.nullish(v.string(), 'und'),
  group: v.nullish(v.string()),
});

/** One labelled text. `source` is its file's name without endings. */
export interface LabelledText {
  id: string;
  text: string;
  isAi: boolean;
  source: string;
  domain: string;
  /** Joins texts of one prompt, topic or document of a source; the text's own id where the corpus names none. */
  group: string;
}

const ending = '.jsonl.gz';

/**
 * The English texts (and those of unknown language) of every `*.jsonl.gz` in a folder, by file and line.
 * Throws an Error that names the folder, or the file and line, that can't be used.
 */
export async function readCorpus(folder: string): Promise<LabelledText[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
  if (files.length === 0) throw new Error(`${folder} holds no ${ending} file.`);
  const texts: LabelledText[] = [];
  for (const file of files) {
    for await (const text of readTexts(join(folder, file), file.slice(0, -ending.length))) texts.push(text);
  }
  return texts;
}

async function* readTexts(path: string, source: string): AsyncGenerator<LabelledText> {
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Infinity });
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    const parsed = v.safeParse(CorpusLine, parseJson(line));
    if (!parsed.success) throw new Error(`${path}, line ${number}: not a corpus line (id, text, label).`);
    const { id, text, label, lang, domain, group } = parsed.output;
    if (lang === 'en' || lang === 'und') {
      yield { id, text, isAi: label === 'ai', source, domain, group: group ?? id };
    }
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
