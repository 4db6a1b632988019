import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import * as v from 'valibot';
import type { Voice } from '../../src/detector/model/voices.ts';

/** One line of a corpus file. */
const CorpusLine = v.object({
  id: v.string(),
  text: v.string(),
  label: v.picklist(['human', 'ai']),
  domain: v.nullish(v.string(), 'other'),
  lang: v.nullish(v.string(), 'und'),
  group: v.nullish(v.string()),
  generator: v.nullish(v.string(), null),
  attack: v.nullish(v.string(), null),
  year: v.nullish(v.pipe(v.number(), v.integer()), null),
  repo: v.nullish(v.string(), null),
  // Mirrors only: style, id of the mirrored human text, and the file of that text.
  style: v.nullish(v.string(), null),
  of: v.nullish(v.string(), null),
  partner_file: v.nullish(v.string(), null),
});

/** One labelled text. */
export interface LabelledText {
  id: string;
  text: string;
  isAi: boolean;
  /** The voice of an AI text; null for people's. */
  voice: Voice | null;
  /**
   * The name of its file without endings. For a mirror, the name of its human partner's file, with which it is left
   * out, or `requests` if it has no partner.
   */
  source: string;
  /** Of a mirror: the id of the human text it mirrors, or null if there is none. */
  partner: string | null;
  /** Style of a mirror: `plain`, `original`, `assistant`, `hard` or `request`. */
  style: string | null;
  domain: string;
  /** Joins texts of one prompt, topic or document of a source; defaults to the text's id. */
  group: string;
  /** The model that wrote an AI text, as named by the source; null for human texts and if unknown. */
  generator: string | null;
  /** How the corpus changed the text (`polish`, `paraphrase` ...); null if unchanged. */
  attack: string | null;
}

/** A labelled text with everything that the evaluation groups by. */
export interface CorpusText extends LabelledText {
  /** BCP 47 tag, or `und`. */
  language: string;
  /** The year of writing; null if unknown. */
  year: number | null;
  /** The repository within the source; null if unknown. */
  repo: string | null;
}

/** Texts for training and measuring the detector: English, or too short or technical to identify. */
export const isEnglish = ({ language }: { language: string }): boolean =>
  language === 'en' || language === 'und';

/** The source of texts written to a plain request, without a human text. */
const requests = 'requests';

/** The folder of the project's mirrors: texts by newer models, most on the subjects of corpus texts. */
export const mirrors = join(import.meta.dirname, '../mirrors');

const ending = '.jsonl.gz';

/**
 * The English texts (and those of unknown language) of every `*.jsonl.gz` in a folder, by file and line.
 * @throws Error that names the folder, or the file and line, that can't be used.
 */
export const readCorpus = (folder: string): Promise<CorpusText[]> => readWhere(folder, isEnglish);

/** Like `readCorpus`, for every language. */
export const readEveryLanguage = (folder: string): Promise<CorpusText[]> => readWhere(folder, () => true);

async function readWhere(folder: string, wanted: (text: CorpusText) => boolean): Promise<CorpusText[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
  if (files.length === 0) throw new Error(`${folder} holds no ${ending} file.`);
  const texts: CorpusText[] = [];
  for (const file of files) {
    for await (const text of readTexts(join(folder, file), file.slice(0, -ending.length))) {
      if (wanted(text)) texts.push(text);
    }
  }
  return texts;
}

async function* readTexts(path: string, file: string): AsyncGenerator<CorpusText> {
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Infinity });
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    const parsed = v.safeParse(CorpusLine, parseJson(line));
    if (!parsed.success) {
      const issue = parsed.issues[0];
      throw new Error(`${path}, line ${number}, ${v.getDotPath(issue) ?? 'the line'}: ${issue.message}`);
    }
    const { label, lang, group, of: partner, partner_file, style, ...rest } = parsed.output;
    const attack = rest.attack === '' || rest.attack === 'none' ? null : rest.attack;
    const isAi = label === 'ai';
    const isMirror = style !== null;
    yield {
      ...{ ...rest, attack, isAi, language: lang, group: group ?? rest.id },
      ...{ partner, style, voice: isMirror ? 'plain' : isAi ? 'chat' : null },
      source: isMirror ? (partner_file ?? requests) : file,
    };
  }
}

/** The value of a line of JSON; undefined if it is invalid. */
export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
