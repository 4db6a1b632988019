import { auroc } from './metrics.ts';
import { genreOfDomain, wholeSource } from './languageTexts.ts';
import type { Scored } from './scored.ts';
import { markdownTable } from './table.ts';

/**
 * Requirements for shipping a language, on texts of 150 words and more of sources left out: shares of people's texts
 * called `ai`, in all and in the worst source, and the ranking of the voice of newer models. The recall of the older
 * chat voice is not required, because texts that it misses are undecided, which harms nobody.
 */
const bar = { accused: 0.01, accusedOfSource: 0.03, plain: 0.95, calledHuman: 0.05 };

const minWords = 150;
/** A source or genre with fewer texts is too small for a figure. */
const minTexts = 40;

/** The texts of people, or of an AI in one voice or both. */
interface Side {
  texts: number;
  /** Area under the ROC curve against all people's texts. */
  auroc: number;
  /** Shares (0..1) of the texts with these verdicts. */
  ai: number;
  human: number;
}

export interface LanguageFigures {
  language: string;
  people: { texts: number; ai: number; human: number };
  worstSource: { name: string; ai: number };
  chat: Side;
  plain: Side;
  all: Side;
  /** Genres with both classes, weakest first. */
  genres: { name: string; people: number; ai: number; auroc: number }[];
  /** A model's translations of people's English, scored by the shipped model. */
  translations: { texts: number; ai: number; human: number };
  /** Requirements that are not met; empty if the language is judged. */
  failings: string[];
}

/** The figures of one language, from models that had not seen the sources of the texts. */
export function figuresOf(
  language: string,
  scored: readonly Scored[],
  translated: readonly Scored[],
): LanguageFigures {
  const texts = scored.filter(({ words, isWhole }) => words >= minWords && isWhole !== true);
  const people = texts.filter(({ isAi }) => !isAi);
  const scores = (own: readonly Scored[]): number[] => own.map(({ score }) => score);
  const sideOf = (own: readonly Scored[]): Side => ({
    ...verdictsOf(own),
    auroc: auroc(scores(people), scores(own)),
  });
  const sources = [...Map.groupBy(people, ({ source }) => wholeSource(source))]
    .filter(([, own]) => own.length >= minTexts)
    .map(([name, own]) => ({ name, ai: verdictsOf(own).ai }))
    .sort((a, b) => b.ai - a.ai);
  const genres = [...Map.groupBy(texts, ({ domain }) => genreOfDomain(domain))].flatMap(([name, own]) => {
    const [byPeople, byAi] = [own.filter(({ isAi }) => !isAi), own.filter(({ isAi }) => isAi)];
    if (byPeople.length < minTexts || byAi.length < minTexts) return [];
    return [{ name, people: byPeople.length, ai: byAi.length, auroc: auroc(scores(byPeople), scores(byAi)) }];
  });
  const figures = {
    language,
    people: verdictsOf(people),
    worstSource: sources[0] ?? { name: 'none', ai: 0 },
    chat: sideOf(texts.filter(({ voice }) => voice === 'chat')),
    plain: sideOf(texts.filter(({ voice }) => voice === 'plain')),
    all: sideOf(texts.filter(({ isAi }) => isAi)),
    genres: genres.sort((a, b) => a.auroc - b.auroc),
    translations: verdictsOf(translated.filter(({ words }) => words >= minWords)),
  };
  return { ...figures, failings: failingsOf(figures) };
}

function verdictsOf(texts: readonly Scored[]): { texts: number; ai: number; human: number } {
  const share = (verdict: string): number =>
    texts.filter((text) => text.verdict === verdict).length / Math.max(1, texts.length);
  return { texts: texts.length, ai: share('ai'), human: share('human') };
}

/** Whether more of people's texts than allowed are called `ai`, in all or in one source. */
export const wrongsPeople = ({
  people,
  worstSource,
}: Pick<LanguageFigures, 'people' | 'worstSource'>): boolean =>
  people.ai > bar.accused || worstSource.ai > bar.accusedOfSource;

function failingsOf({ people, worstSource, plain }: Omit<LanguageFigures, 'failings'>): string[] {
  return [
    ...(people.ai > bar.accused ? [`people called ai: ${percent(people.ai)}`] : []),
    ...(worstSource.ai > bar.accusedOfSource
      ? [`people of ${worstSource.name} called ai: ${percent(worstSource.ai)}`]
      : []),
    ...(plain.auroc < bar.plain ? [`AUROC of the plain voice ${plain.auroc.toFixed(3)}`] : []),
    ...(plain.human > bar.calledHuman ? [`mirrors called human: ${percent(plain.human)}`] : []),
  ];
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const nameIn = new Intl.DisplayNames('en', { type: 'language' });
export const languageName = (language: string): string => nameIn.of(language) ?? language;

/** The figures as Markdown: a table of all languages, and one of the genres of each. */
export function languageTables(figures: readonly LanguageFigures[]): string {
  const side = ({ texts, auroc: area, ai, human }: Side): string =>
    `${area.toFixed(3)}; ${percent(ai)} / ${percent(human)} (${texts})`;
  const total = markdownTable(
    [
      ...['language', 'people (texts): `ai` / `human`', 'most in a source'],
      ...['AI, plain voice: AUROC; `ai` / `human` (texts)', 'AI, chat voice', 'both'],
      ...['translations: `ai` / `human` (texts)', 'judged'],
    ],
    figures.map((one) => [
      languageName(one.language),
      `${percent(one.people.ai)} / ${percent(one.people.human)} (${one.people.texts})`,
      `${percent(one.worstSource.ai)} (${one.worstSource.name.replace(/^.. /, '')})`,
      ...[side(one.plain), side(one.chat), side(one.all)],
      `${percent(one.translations.ai)} / ${percent(one.translations.human)} (${one.translations.texts})`,
      one.failings.length === 0 ? 'yes' : `no: ${one.failings.join('; ')}`,
    ]),
  );
  const byGenre = markdownTable(
    ['language', 'AUROC within a genre (texts by people, by AI), weakest first'],
    figures.map(({ language, genres }) => [
      languageName(language),
      genres
        .map(({ name, people, ai, auroc: area }) => `${name} ${area.toFixed(3)} (${people}, ${ai})`)
        .join('; '),
    ]),
  );
  return `${total}\n\n${byGenre}`;
}
