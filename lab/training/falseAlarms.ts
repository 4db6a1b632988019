import { detect } from '../../src/detector/detect.ts';
import {
  falseAlarmsOf,
  type FalseAlarmCell,
  type FalseAlarmTable,
  logOddsOf,
} from '../../src/detector/model/falseAlarms.ts';
import { type Kind, kindNames } from '../../src/detector/model/kinds.ts';
import type { Model } from '../../src/detector/model/model.ts';
import type { LabelledText } from './corpus.ts';
import { documentOf } from './dataset.ts';
import type { Fold } from './folds.ts';
import { seeded, shuffle } from './random.ts';

/** A text by a person, with its result from a model that had not seen its source. */
export interface PersonsText {
  source: string;
  /** The kind it was detected as; null for no clear kind. */
  kind: Kind | null;
  words: number;
  /** Probability of being AI-written, 0..1. */
  score: number;
}

/** The length classes, in words; shorter texts are too uncertain for a number. */
const lengths = [
  { minWords: 150, maxWords: 299 },
  { minWords: 300, maxWords: 999 },
  { minWords: 1000, maxWords: null },
] as const;

/** The table before measurement: every kind and length, with no texts. */
export const nothingMeasured: FalseAlarmTable = {
  levels: [],
  cells: [...kindNames, null].flatMap((kind) =>
    lengths.map((length) => ({ kind, ...length, texts: 0, from: [] })),
  ),
};

/** Maximum texts of a source, and documents that the source divides into several texts. */
const textsOfSource = 1500;
const documentsOfSource = 600;
/** Maximum parts of a document. */
const maxParts = 40;

/**
 * People's texts, and documents of 1,000 words and more joined from them, scored by the model without their source.
 */
export function readPeople(
  texts: readonly LabelledText[],
  folds: readonly Fold[],
  models: readonly Model[],
  seed: number,
): PersonsText[] {
  return folds.flatMap(({ leftOut }, fold) => {
    const random = seeded(seed);
    const own = texts.filter(({ source, isAi }) => !isAi && leftOut.includes(source));
    const read = (source: string, text: string): PersonsText[] => {
      const { words, result } = detect(text, models[fold]!);
      const { false_alarms: place, score } = result;
      return place ? [{ source, kind: place.kind as Kind | null, words, score }] : [];
    };
    return [...Map.groupBy(own, ({ source }) => source)].flatMap(([source, ofSource]) => {
      const documents = [...Map.groupBy(ofSource, documentOf).values()].filter((parts) => parts.length > 1);
      shuffle(ofSource, random);
      shuffle(documents, random);
      const whole = documents.slice(0, documentsOfSource).flatMap((parts) =>
        read(
          source,
          parts
            .slice(0, maxParts)
            .map(({ text }) => text)
            .join('\n\n'),
        ),
      );
      return [
        ...ofSource.slice(0, textsOfSource).flatMap(({ text }) => read(source, text)),
        ...whole.filter(({ words }) => words >= lengths[2].minWords),
      ];
    });
  });
}

/** Levels, per 1,000 texts. */
const levels = [1, 2, 5, 10, 20, 30, 50, 100, 150, 200, 300, 400, 500, 600, 700, 800, 900];
/** A kind and length with fewer texts gets no number; lengths of a kind are joined until there are enough. */
const minTexts = 500;

/** By kind and length, the scores reached by at most the given number of 1,000 texts by people. */
export function falseAlarmTable(people: readonly PersonsText[]): FalseAlarmTable {
  const cells = [...kindNames, null].flatMap((kind) => {
    const ofKind = people.filter((text) => text.kind === kind);
    return joinedLengths(ofKind).map(({ minWords, maxWords }): FalseAlarmCell => {
      const own = ofKind.filter((text) => isOfLength(text, { minWords, maxWords }));
      return {
        ...{ kind, minWords, maxWords, texts: own.length },
        from: own.length < minTexts ? [] : scoresAtLevels(own),
      };
    });
  });
  return { levels, cells };
}

interface Length {
  minWords: number;
  maxWords: number | null;
}

const isOfLength = ({ words }: PersonsText, { minWords, maxWords }: Length): boolean =>
  words >= minWords && (maxWords === null || words <= maxWords);

/** The lengths of a kind. One with too few texts is joined with the next shorter one, or else the next longer. */
function joinedLengths(people: readonly PersonsText[]): Length[] {
  const joined: Length[] = [...lengths];
  for (;;) {
    const few = joined.findLastIndex(
      (length) => people.filter((text) => isOfLength(text, length)).length < minTexts,
    );
    if (few < 0 || joined.length === 1) return joined;
    const first = Math.max(0, few - 1);
    joined.splice(first, 2, {
      minWords: joined[first]!.minWords,
      maxWords: joined[first + 1]!.maxWords,
    });
  }
}

/** Maximum number of texts with which a source counts, so that the largest sources do not dominate. */
const maxWeight = 100;
/**
 * In a source with at least this number of texts, the share above a score may be at most `worstOfSource` times the
 * stated one.
 */
const textsToSpeak = 50;
const worstOfSource = 1.5;

/**
 * For each level, the log-odds above which at most that number of 1,000 texts lie: on average over sources, with the
 * scored text counted as one more (conformal prediction, Vovk et al. 2005; by class as in arXiv 2505.05084), and at
 * most 1.5 times that in any source. Sources differ by more than chance: with a plain quantile, 9 of 60 sources left
 * out had over three times the number, with this rule 2 (lab/training/README.md).
 */
function scoresAtLevels(people: readonly PersonsText[]): number[] {
  const sizes = new Map<string, number>();
  for (const { source } of people) sizes.set(source, (sizes.get(source) ?? 0) + 1);
  const weightOf = (source: string): number => Math.min(1, maxWeight / sizes.get(source)!);
  const most = Math.max(...[...sizes.keys()].map(weightOf));
  const all = people.reduce((sum, { source }) => sum + weightOf(source), most);
  const byScore = people
    .map(({ source, score }) => ({ source, odds: logOddsOf(score) }))
    .sort((a, b) => b.odds - a.odds);
  const above = new Map<string, number>();
  let weight = most;
  let worst = 0;
  const from: number[] = [];
  let level = 0;
  for (const { source, odds } of byScore) {
    weight += weightOf(source);
    const size = sizes.get(source)!;
    above.set(source, (above.get(source) ?? 0) + 1);
    if (size >= textsToSpeak) worst = Math.max(worst, above.get(source)! / size / worstOfSource);
    const share = 1000 * Math.max(weight / all, worst);
    // Just above this score are only the texts before this one.
    while (level < levels.length && share > levels[level]!) from[level++] = odds + 1e-6;
  }
  while (level < levels.length) from[level++] = byScore.at(-1)!.odds;
  return from;
}

/** How many people's texts of sources left out have at most a given number per 1,000. */
export interface FalseAlarmCheck {
  /** The number per 1,000. */
  level: number;
  texts: number;
  /** Of 1,000 texts that have a number. */
  all: number;
  mostSource: string;
  most: number;
  /** Sources with at least 50 texts, and how many of them exceed three times the number. */
  sources: number;
  over: number;
}

/** Compares each source with the table made without it. */
export function checkFalseAlarms(
  people: readonly PersonsText[],
  asked: readonly number[],
): FalseAlarmCheck[] {
  const numbers = [...Map.groupBy(people, ({ source }) => source)].map(([source, own]) => {
    const table = falseAlarmTable(people.filter((text) => text.source !== source));
    const said = own.flatMap((text) => falseAlarmsOf(table, text)?.per_1000 ?? []);
    return { source, said };
  });
  return asked.map((level) => {
    const perThousand = (said: readonly number[]): number =>
      (1000 * said.filter((number) => number <= level).length) / said.length;
    const sources = numbers
      .filter(({ said }) => said.length >= textsToSpeak)
      .map(({ source, said }) => ({ source, share: perThousand(said) }))
      .sort((a, b) => b.share - a.share);
    const every = numbers.flatMap(({ said }) => said);
    return {
      ...{ level, texts: every.length, all: perThousand(every) },
      ...{ mostSource: sources[0]?.source ?? '', most: sources[0]?.share ?? 0 },
      ...{ sources: sources.length, over: sources.filter(({ share }) => share > 3 * level).length },
    };
  });
}
