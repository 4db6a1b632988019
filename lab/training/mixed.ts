import { bandOf } from '../../src/api/bands.ts';
import { verdicts, type Span, type Verdict } from '../../src/api/report.ts';
import { detect } from '../../src/detector/detect.ts';
import type { Model } from '../../src/detector/model/model.ts';
import type { LabelledText } from './corpus.ts';
import { buildDataset, isBaseModel } from './dataset.ts';
import { genreFolds } from './folds.ts';
import { trainWithout } from './leftOutModels.ts';
import { auroc, mean, quantile } from './metrics.ts';
import { countWords, mixDocuments, mixtures, type MixedDocument, type Mixture } from './mixedDocuments.ts';
import type { ShowProgress } from './progress.ts';
import { seeded } from './random.ts';
import { markdownTable } from './table.ts';

/** A sentence of a mixed document, with its true writer and its result. */
interface ScoredSentence {
  words: number;
  isAi: boolean;
  score: number;
  flagged: boolean;
}

/** A mixed document with the result of `detect`, by a model that never saw texts of its genre. */
export interface ScoredMixture {
  genre: string;
  mixture: Mixture;
  verdict: Verdict;
  sentences: ScoredSentence[];
}

const documentsOfEach = 200;

/**
 * Measures how well AI parts are found in documents partly written by people: `documentsOfEach` documents of each
 * mixture and genre, with models that never saw the genre. `cap` is the maximum number of training texts of a source
 * and class. Deterministic for a seed.
 */
export async function scoreMixtures(
  texts: readonly LabelledText[],
  cap: number,
  seed: number,
  progressOf: ShowProgress,
): Promise<ScoredMixture[]> {
  const dataset = buildDataset(texts, cap, seed, progressOf('reading texts'));
  const genres = genreFolds(dataset.sources);
  const models = await trainWithout(
    genres,
    dataset,
    { texts, seed },
    progressOf('training without each genre'),
  );
  return genres.flatMap(({ name, leftOut }, i) => {
    const mine = texts.filter(({ source, generator }) => leftOut.includes(source) && !isBaseModel(generator));
    const documents = mixDocuments(mine, documentsOfEach, seeded(seed));
    return documents.map((document) => scoreMixture(name, document, models[i]!));
  });
}

function scoreMixture(genre: string, { mixture, text, aiSpans }: MixedDocument, model: Model): ScoredMixture {
  const { verdict, segments } = detect(text, model).result;
  const sentences = segments.map(({ start, end, score }) => ({
    words: countWords(text.slice(start, end)),
    isAi: isWithin({ start, end }, aiSpans),
    score,
    flagged: bandOf(score) === 'ai',
  }));
  return { genre, mixture, verdict, sentences };
}

/** Whether most of a sentence is within one of the spans. */
const isWithin = ({ start, end }: Span, spans: readonly Span[]): boolean =>
  spans.some((span) => Math.min(end, span.end) - Math.max(start, span.start) > (end - start) / 2);

/** The figures as Markdown tables. */
export function mixtureTables(scored: readonly ScoredMixture[]): string {
  const genres = Map.groupBy(scored, ({ genre }) => genre);
  const rows = [...genres, ['all', scored] as const].map(([name, items]) => foundRow(name, items));
  return [
    '## An AI paragraph put into a human text, and human texts alone',
    markdownTable(
      [
        'genre',
        'IoU, mean',
        'median',
        '.6 and more',
        'border missed by (words)',
        'sentence AUROC',
        'their human words flagged',
        'human texts with a flagged sentence',
        'their words flagged',
        'words of AI texts flagged',
        'human texts called mixed',
        'AI texts called mixed',
      ],
      rows,
    ),
    '## Verdicts',
    markdownTable(
      ['mixture', 'human', 'mixed', 'ai', 'uncertain'],
      mixtures.map((mixture) =>
        verdictRow(
          mixture,
          scored.filter((item) => item.mixture === mixture),
        ),
      ),
    ),
  ].join('\n\n');
}

function foundRow(name: string, items: readonly ScoredMixture[]): string[] {
  const of = (mixture: Mixture): ScoredMixture[] => items.filter((item) => item.mixture === mixture);
  const mixed = of('ai_in_human');
  const overlaps = mixed.map(({ sentences }) => overlap(sentences));
  const sentences = mixed.flatMap((item) => item.sentences);
  const scores = (isAi: boolean): number[] =>
    sentences.filter((sentence) => sentence.isAi === isAi).map(({ score }) => score);
  const called = (mixture: Mixture): number => share(of(mixture), ({ verdict }) => verdict === 'mixed');
  return [
    name,
    mean(overlaps).toFixed(2),
    quantile(overlaps, 0.5).toFixed(2),
    percent(share(overlaps, (value) => value >= 0.6)),
    quantile(
      mixed.flatMap((item) => borderErrors(item.sentences)),
      0.5,
    ).toFixed(0),
    auroc(scores(false), scores(true)).toFixed(3),
    percent(flaggedWords(sentences.filter(({ isAi }) => !isAi))),
    percent(share(of('human'), (item) => item.sentences.some(({ flagged }) => flagged))),
    percent(flaggedWords(of('human').flatMap((item) => item.sentences))),
    percent(flaggedWords(of('ai').flatMap((item) => item.sentences))),
    percent(called('human')),
    percent(called('ai')),
  ];
}

function verdictRow(mixture: Mixture, items: readonly ScoredMixture[]): string[] {
  return [mixture, ...verdicts.map((verdict) => percent(share(items, (item) => item.verdict === verdict)))];
}

const wordsIn = (sentences: readonly ScoredSentence[]): number =>
  sentences.reduce((sum, { words }) => sum + words, 0);

const flaggedWords = (sentences: readonly ScoredSentence[]): number =>
  wordsIn(sentences.filter(({ flagged }) => flagged)) / wordsIn(sentences);

/** The share of `items` for which `holds` is true. */
const share = <Item>(items: readonly Item[], holds: (item: Item) => boolean): number =>
  items.filter(holds).length / items.length;

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;

/** Intersection over union, in words, of the flagged sentences and those written by an AI; 1 if there are neither. */
export function overlap(sentences: readonly ScoredSentence[]): number {
  const either = wordsIn(sentences.filter(({ flagged, isAi }) => flagged || isAi));
  return either === 0 ? 1 : wordsIn(sentences.filter(({ flagged, isAi }) => flagged && isAi)) / either;
}

/** For each change of writer, the number of words to the nearest change of flags; empty without flags. */
export function borderErrors(sentences: readonly ScoredSentence[]): number[] {
  const changes = (by: (sentence: ScoredSentence) => boolean): number[] => {
    const places: number[] = [];
    let words = 0;
    sentences.forEach((sentence, s) => {
      if (s > 0 && by(sentence) !== by(sentences[s - 1]!)) places.push(words);
      words += sentence.words;
    });
    return places;
  };
  const found = changes(({ flagged }) => flagged);
  if (found.length === 0) return [];
  return changes(({ isAi }) => isAi).map((place) =>
    Math.min(...found.map((other) => Math.abs(other - place))),
  );
}
