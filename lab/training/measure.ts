import { estimate, type Estimate } from './bootstrap.ts';
import { isEnglish } from './corpus.ts';
import type { Figures, Measure, ReliabilityBin } from './figures.ts';
import { mean } from './metrics.ts';
import { Population } from './population.ts';
import type { Scored } from './scored.ts';

/** The texts grouped by one property, their unweighted mean, and the worst groups. */
export interface Breakdown {
  rows: Figures[];
  /** Mean over the comparable rows with enough texts. */
  macro: Record<MacroMeasure, Estimate | null>;
  /** The row with the lowest AUROC, and the one whose human texts are called `ai` most often. */
  worst: string | null;
  mostAccused: string | null;
}

/** Texts of one length class, all together and by genre. */
export interface Overview {
  total: Figures;
  genres: Breakdown;
}

/** All figures of texts of one length class. */
export interface Section extends Overview {
  sources: Breakdown;
  generators: Breakdown;
  domains: Breakdown;
  languages: Breakdown;
  /** AI texts by how the corpus changed them: `polish`, `paraphrase` ... */
  edits: Breakdown;
  /** AI texts attacked for the evaluation, against clean human texts; `none` is the same texts unchanged. */
  attacks: Breakdown;
  /** Texts by people whom earlier detectors wronged most often, or who write plainly. */
  writers: Breakdown;
}

export interface EvaluationReport {
  resamples: number;
  seed: number;
  all: Section;
  /** 60 to 149 words. */
  medium: Overview;
  /** 150 words and more. */
  long: Section;
  lengths: Breakdown;
  /** Whole documents of several texts, by length. */
  documents: Breakdown;
  /**
   * Texts of 150 words and more by models from before 2022 that only continue a text; excluded from all other
   * figures.
   */
  baseModels: Breakdown;
  /**
   * Texts of 150 words and more by a newer model in people's registers, by style and by genre; excluded from all
   * other figures.
   */
  mirrors: { styles: Breakdown; genres: Breakdown };
  reliability: ReliabilityBin[];
}

const macroMeasures = ['auroc', 'recallAt1', 'recallAt5'] as const satisfies readonly Measure[];
type MacroMeasure = (typeof macroMeasures)[number];

/** A group with fewer texts is excluded from means and never reported as the worst. */
export const minTexts = 50;

/** Minimum and maximum number of words. */
type Band = readonly [number, number];

const medium: Band = [60, 149];
const long: Band = [150, Infinity];
const lengthBands: readonly Band[] = [[0, 59], medium, [150, 299], [300, Infinity]];
const documentBands: readonly Band[] = [
  [0, 999],
  [1000, 1999],
  [2000, Infinity],
];

const bandName = (bands: readonly Band[], words: number): string => {
  const [from, to] = bands.find(([, last]) => words <= last)!;
  if (to === Infinity) return `${from} words and more`;
  return from === 0 && bands === documentBands ? `up to ${to} words` : `${from} to ${to} words`;
};

const scholars = 'scholars, many of another first language';
/** Human sources, or domains of one, by kind of writer. None states its writers' first language. */
const writersOf: Readonly<Record<string, string>> = {
  persuade_essays: 'school pupils',
  asap_essays: 'school pupils',
  kaggle_essays: 'school pupils',
  outfox: 'school pupils',
  hppt: scholars,
  al_abstracts: scholars,
  dh_human: scholars,
  archaeology_human: scholars,
  medquad: 'health pages in plain language',
  gov_blogs: 'public authorities',
  gutenberg: 'novelists before 1930',
  se_stories: 'amateur story writers',
  reddit_stories: 'amateur story writers',
  'nltk_human speech': 'speakers (US presidents)',
  reuters21578: 'news agencies',
};

/**
 * All figures of an evaluation, with intervals from `resamples` resamples. English texts (and those of unknown
 * language) count in all of them. Other languages count only in `languages`, attacked texts in `attacks`, whole
 * documents in `documents`, and base models in `baseModels`.
 */
export function measure(scored: readonly Scored[], resamples: number, seed: number): EvaluationReport {
  const population = new Population(scored, resamples, seed);
  const main = rowsWhere(scored, isMain);
  const mirrors = (key: (text: Scored) => string | null): Breakdown =>
    breakdown(
      population,
      rowsWhere(scored, (text) => isUsual(text) && text.voice === 'plain' && isIn(long, text)),
      rowsWhere(scored, (text) => isMain(text) && isIn(long, text)),
      key,
    );
  return {
    resamples,
    seed,
    all: measureSection(population, [0, Infinity]),
    medium: measureOverview(population, medium),
    long: measureSection(population, long),
    lengths: breakdown(population, main, main, ({ words }) => bandName(lengthBands, words)),
    documents: breakdown(
      population,
      rowsWhere(scored, (text) => text.isWhole === true && isEnglish(text)),
      [],
      ({ words }) => bandName(documentBands, words),
    ),
    baseModels: breakdown(
      population,
      rowsWhere(scored, (text) => text.isBaseModel && text.attack === null && isIn(long, text)),
      rowsWhere(scored, (text) => isMain(text) && isIn(long, text)),
      ({ generator }) => generator,
    ),
    mirrors: {
      styles: mirrors(({ style }) => style),
      genres: mirrors(({ genre }) => genre),
    },
    reliability: population.reliability(main),
  };
}

const isIn = ([from, to]: Band, { words }: Scored): boolean => words >= from && words <= to;

const isUsual = (text: Scored): boolean =>
  text.attack === null && isEnglish(text) && !text.isBaseModel && text.isWhole !== true;

const isMain = (text: Scored): boolean => isUsual(text) && text.voice !== 'plain';

function measureOverview(population: Population, band: Band): Overview {
  const main = rowsWhere(population.texts, (text) => isIn(band, text) && isMain(text));
  return {
    total: population.figures('all', main, []).figures,
    genres: breakdown(population, main, main, ({ genre }) => genre),
  };
}

function measureSection(population: Population, band: Band): Section {
  const { texts } = population;
  const main = rowsWhere(texts, (text) => isIn(band, text) && isMain(text));
  const clean = rowsWhere(
    texts,
    (text) => isIn(band, text) && text.attack === null && !text.isBaseModel && text.isWhole !== true,
  );
  const attacked = rowsWhere(texts, (text) => isIn(band, text) && text.attack !== null);
  const by = (key: (text: Scored) => string | null): Breakdown => breakdown(population, main, main, key);
  return {
    ...measureOverview(population, band),
    sources: by(({ source }) => source),
    generators: joinSmall(population, main, ({ isAi, generator }) =>
      isAi ? (generator ?? 'not stated') : null,
    ),
    domains: joinSmall(population, main, ({ domain }) => domain),
    languages: breakdown(population, clean, [], ({ language }) => language),
    edits: by(({ isAi, edit }) => (isAi ? (edit ?? 'none') : null)),
    attacks: breakdown(population, attacked, main, ({ attack }) => attack),
    writers: by(({ source, domain, isAi }) =>
      isAi ? null : (writersOf[source] ?? writersOf[`${source} ${domain}`] ?? null),
    ),
  };
}

const rowsWhere = (texts: readonly Scored[], holds: (text: Scored) => boolean): number[] =>
  texts.flatMap((text, row) => (holds(text) ? [row] : []));

/** Like `breakdown`, with groups that are too small joined. */
function joinSmall(
  population: Population,
  rows: readonly number[],
  key: (text: Scored) => string | null,
): Breakdown {
  const sizes = new Map<string, number>();
  for (const row of rows) {
    const name = key(population.texts[row]!);
    if (name !== null) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  }
  const small = [...sizes.values()].filter((size) => size < minTexts).length;
  return breakdown(population, rows, rows, (text) => {
    const name = key(text);
    return name !== null && sizes.get(name)! < minTexts ? `${small} with fewer than ${minTexts} texts` : name;
  });
}

/**
 * `rows` by a key (null: no group). A group with too few texts of a class also gets those of its genres from `pool`,
 * because most sources and all generators have one class only.
 */
function breakdown(
  population: Population,
  rows: readonly number[],
  pool: readonly number[],
  key: (text: Scored) => string | null,
): Breakdown {
  const { texts } = population;
  const groups = Map.groupBy(rows, (row) => key(texts[row]!));
  const resampled = [...groups]
    .filter((entry): entry is [string, number[]] => entry[0] !== null)
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([name, own]) => population.figures(name, own, lend(texts, own, pool)));
  const large = resampled.filter(
    ({ figures }) => figures.human + figures.ai >= minTexts && figures.auroc !== null,
  );
  return {
    rows: resampled.map(({ figures }) => figures),
    macro: Object.fromEntries(
      macroMeasures.map((name) => [
        name,
        estimate(
          mean(large.map(({ figures }) => figures[name]?.value ?? NaN)),
          large[0]?.resampled.map((_, i) => mean(large.map((each) => each.resampled[i]![name]))) ?? [],
        ),
      ]),
    ) as Record<MacroMeasure, Estimate | null>,
    worst: highest(large.map(({ figures }) => [figures.name, -figures.auroc!.value])),
    mostAccused: highest(
      resampled.flatMap(({ figures }) =>
        figures.human >= minTexts ? [[figures.name, figures.humanCalledAi!.value]] : [],
      ),
    ),
  };
}

/** Only the rarer class is added, because added texts of the group's own class would count as its own. */
function lend(texts: readonly Scored[], own: readonly number[], pool: readonly number[]): number[] {
  const ai = own.filter((row) => texts[row]!.isAi).length;
  const human = own.length - ai;
  if (Math.min(ai, human) >= minTexts) return [];
  const genres = new Set(own.map((row) => texts[row]!.genre));
  const taken = new Set(own);
  return pool.filter((row) => {
    const { isAi, genre } = texts[row]!;
    return isAi === ai < human && genres.has(genre) && !taken.has(row);
  });
}

const highest = (named: readonly (readonly [string, number])[]): string | null =>
  named.reduce<readonly [string, number] | null>(
    (best, each) => (best === null || each[1] > best[1] ? each : best),
    null,
  )?.[0] ?? null;
