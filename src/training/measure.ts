import type { Verdict } from '../api/report.ts';
import { auroc, calibrationError, mean, recallAt, share } from './metrics.ts';

/** A labelled text with what was said of it. */
export interface Scored {
  /** Texts that are compared with each other. */
  group: string;
  source: string;
  isAi: boolean;
  words: number;
  score: number;
  verdict: Verdict;
}

/** The figures of one set of texts; null where a class that is needed is missing. */
export interface Figures {
  name: string;
  human: number;
  ai: number;
  auroc: number | null;
  recallAt1: number | null;
  recallAt5: number | null;
  /** Share of the human texts with verdict `ai`, and with verdict `human`. */
  humanCalledAi: number | null;
  humanCalledHuman: number | null;
  aiCalledAi: number | null;
  aiCalledHuman: number | null;
  uncertain: number;
  calibrationError: number | null;
}

export interface EvaluationReport {
  all: Figures;
  /** Mean AUROC over the groups that hold both classes, and the group with the lowest. */
  macroAuroc: number;
  worstGroup: string;
  groups: Figures[];
  sources: Figures[];
  lengths: Figures[];
  /** As `groups` and `sources`, texts of 150 words and more. */
  longGroups: Figures[];
  longSources: Figures[];
  macroAurocLong: number;
}

const lengthBands = [
  [0, 59],
  [60, 149],
  [150, 299],
  [300, Infinity],
] as const;

export function measure(scored: readonly Scored[]): EvaluationReport {
  const long = scored.filter(({ words }) => words >= 150);
  const groups = figuresBy(scored, ({ group }) => group);
  const longGroups = figuresBy(long, ({ group }) => group);
  const compared = groups.filter((group) => group.auroc !== null);
  const worst = compared.reduce((a, b) => (b.auroc! < a.auroc! ? b : a), compared[0]!);
  return {
    all: figures('all', scored),
    macroAuroc: macro(groups),
    worstGroup: worst.name,
    groups,
    sources: figuresBy(scored, ({ source }) => source),
    lengths: lengthBands.map(([from, to]) =>
      figures(
        `${from} to ${to} words`,
        scored.filter(({ words }) => words >= from && words <= to),
      ),
    ),
    longGroups,
    longSources: figuresBy(long, ({ source }) => source),
    macroAurocLong: macro(longGroups),
  };
}

const macro = (groups: readonly Figures[]): number =>
  mean(groups.flatMap((group) => (group.auroc === null ? [] : [group.auroc])));

function figuresBy(scored: readonly Scored[], key: (item: Scored) => string): Figures[] {
  return [...Map.groupBy(scored, key)].map(([name, items]) => figures(name, items));
}

function figures(name: string, items: readonly Scored[]): Figures {
  const people = items.filter(({ isAi }) => !isAi);
  const machines = items.filter(({ isAi }) => isAi);
  const human = people.map(({ score }) => score);
  const ai = machines.map(({ score }) => score);
  const both = human.length > 0 && ai.length > 0;
  const called = (texts: readonly Scored[], verdict: Verdict): number | null =>
    texts.length > 0 ? share(texts, (text) => text.verdict === verdict) : null;
  return {
    name,
    human: human.length,
    ai: ai.length,
    auroc: both ? auroc(human, ai) : null,
    recallAt1: both ? recallAt(0.01, human, ai) : null,
    recallAt5: both ? recallAt(0.05, human, ai) : null,
    humanCalledAi: called(people, 'ai'),
    humanCalledHuman: called(people, 'human'),
    aiCalledAi: called(machines, 'ai'),
    aiCalledHuman: called(machines, 'human'),
    uncertain: share(items, (item) => item.verdict === 'uncertain'),
    calibrationError: both ? calibrationError(human, ai) : null,
  };
}
