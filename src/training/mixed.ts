import { bandOf } from '../api/bands.ts';
import type { Span, Verdict } from '../api/report.ts';
import { detect } from '../detector/detect.ts';
import type { Model } from '../detector/model.ts';
import { readCorpus } from './corpus.ts';
import { buildDataset } from './dataset.ts';
import { sourceGroups } from './folds.ts';
import { trainLeftOutModels } from './leftOutModels.ts';
import { auroc, mean, quantile, share } from './metrics.ts';
import { countWords, mixDocuments, mixtures, type MixedDocument, type Mixture } from './mixedDocuments.ts';
import { showProgress } from './progress.ts';
import { seeded } from './random.ts';
import { markdownTable, number, percent } from './table.ts';

/** A sentence of a mixed document: what is true of it, and what was said. */
interface ScoredSentence {
  words: number;
  isAi: boolean;
  score: number;
  flagged: boolean;
}

/** A mixed document with what `detect` said of it by a model that never saw texts of its group. */
export interface ScoredMixture {
  group: string;
  mixture: Mixture;
  verdict: Verdict;
  sentences: ScoredSentence[];
}

const documentsOfEach = 200;

/**
 * How well AI parts are found in documents that people wrote in part: `documentsOfEach` documents of each mixture and
 * group of sources, by models that never saw the group. `cap` bounds the texts of a source and class that are learnt
 * from. Deterministic for a seed.
 */
export async function scoreMixtures(folder: string, cap: number, seed: number): Promise<ScoredMixture[]> {
  const texts = await readCorpus(folder);
  const dataset = buildDataset(texts, cap, seed, showProgress('reading texts'));
  const models = await trainLeftOutModels(dataset, showProgress('training without each group of sources'));
  return [...models].flatMap(([group, model]) => {
    const sources = new Set(sourceGroups[group]);
    const mine = texts.filter(({ source }) => sources.has(source));
    const documents = mixDocuments(mine, documentsOfEach, seeded(seed));
    return documents.map((document) => scoreMixture(group, document, model));
  });
}

function scoreMixture(group: string, { mixture, text, aiSpans }: MixedDocument, model: Model): ScoredMixture {
  const { verdict, segments } = detect(text, model).result;
  const sentences = segments.map(({ start, end, score }) => ({
    words: countWords(text.slice(start, end)),
    isAi: isWithin({ start, end }, aiSpans),
    score,
    flagged: bandOf(score) === 'ai',
  }));
  return { group, mixture, verdict, sentences };
}

/** Whether most of a sentence lies in one of the spans. */
const isWithin = ({ start, end }: Span, spans: readonly Span[]): boolean =>
  spans.some((span) => Math.min(end, span.end) - Math.max(start, span.start) > (end - start) / 2);

/** The figures as Markdown tables. */
export function mixtureTables(scored: readonly ScoredMixture[]): string {
  const groups = Map.groupBy(scored, ({ group }) => group);
  const rows = [...groups, ['all', scored] as const].map(([name, items]) => foundRow(name, items));
  return [
    '## An AI paragraph put into a human text, and human texts alone',
    markdownTable(
      [
        'group',
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
    number(mean(overlaps)),
    number(quantile(overlaps, 0.5)),
    percent(share(overlaps, (value) => value >= 0.6)),
    quantile(
      mixed.flatMap((item) => borderErrors(item.sentences)),
      0.5,
    ).toFixed(0),
    number(auroc(scores(false), scores(true))),
    percent(flaggedWords(sentences.filter(({ isAi }) => !isAi))),
    percent(share(of('human'), (item) => item.sentences.some(({ flagged }) => flagged))),
    percent(flaggedWords(of('human').flatMap((item) => item.sentences))),
    percent(flaggedWords(of('ai').flatMap((item) => item.sentences))),
    percent(called('human')),
    percent(called('ai')),
  ];
}

function verdictRow(mixture: Mixture, items: readonly ScoredMixture[]): string[] {
  const verdicts: Verdict[] = ['human', 'mixed', 'ai', 'uncertain'];
  return [mixture, ...verdicts.map((verdict) => percent(share(items, (item) => item.verdict === verdict)))];
}

const wordsIn = (sentences: readonly ScoredSentence[]): number =>
  sentences.reduce((sum, { words }) => sum + words, 0);

const flaggedWords = (sentences: readonly ScoredSentence[]): number =>
  wordsIn(sentences.filter(({ flagged }) => flagged)) / wordsIn(sentences);

/** Intersection over union, in words, of the sentences flagged and those that an AI wrote; 1 if there are neither. */
export function overlap(sentences: readonly ScoredSentence[]): number {
  const either = wordsIn(sentences.filter(({ flagged, isAi }) => flagged || isAi));
  return either === 0 ? 1 : wordsIn(sentences.filter(({ flagged, isAi }) => flagged && isAi)) / either;
}

/** For each place where the writer changes, the words to the nearest place where flags do; none without flags. */
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
