/** Sources that a model is trained without, so that it can be asked about them. */
export interface Fold {
  name: string;
  leftOut: readonly string[];
}

/**
 * Sources by genre: each group holds both classes of one kind of text, and no source outside it shares human texts
 * with one inside (outfox and persuade_essays do; so do fastdetectgpt, glimpse_en and imbd).
 */
export const sourceGroups: Readonly<Record<string, readonly string[]>> = {
  essays: ['outfox', 'persuade_essays'],
  continuations: ['fastdetectgpt', 'glimpse_en', 'imbd'],
  documentation: ['docs_human_pre2021', 'readmes_human', 'docs_claude_commits', 'qoder_wiki'],
  blogs: ['blogs_human', 'blogs_ai'],
  rewrites: ['l2r', 'imdb'],
  code_prose: ['commits_human', 'commits_ai', 'comments_human', 'comments_ai', 'relnotes_human'],
  news: ['reuters21578', 'nltk_human', 'wiki_news_gpt35', 'gpt4_wiki', 'alpaca_eval'],
  papers: ['hppt', 'latex_human', 'latex_ai'],
  handbooks: ['handbooks_human', 'tutorials_human', 'hellobench', 'arena_hard', 'deep_research'],
  stories: ['gutenberg', 'eqbench_creative', 'persuasion', 'mtbench_langs', 'ru_arena', 'multilingual_qa'],
};

/** Sources that share human texts: none of them is unseen while another is learnt from. */
const sharingTexts: readonly (readonly string[])[] = [
  ['outfox', 'persuade_essays'],
  ['fastdetectgpt', 'glimpse_en', 'imbd'],
];

/** The genre of a source; sources that no genre lists are compared with each other. */
export function genreOf(source: string): string {
  const genre = Object.entries(sourceGroups).find(([, sources]) => sources.includes(source));
  return genre?.[0] ?? 'other';
}

/** One fold for each genre of which a source is present. */
export function genreFolds(sources: readonly string[]): Fold[] {
  return present(
    Object.entries(sourceGroups).map(([name, leftOut]) => ({ name, leftOut })),
    new Set(sources),
  );
}

/** One fold for each source that is present, with those that share its human texts. */
export function sourceFolds(sources: readonly string[]): Fold[] {
  const there = new Set(sources);
  const shared = new Set(sharingTexts.flat());
  const alone = [...there].filter((source) => !shared.has(source)).map((source) => [source]);
  return present(
    [...alone, ...sharingTexts].map((leftOut) => ({ name: leftOut.join('+'), leftOut })),
    there,
  );
}

const dealtFolds = 10;

/**
 * The folds of `sourceFolds` dealt into ten, those of one genre apart: every source is left out once, its genre never
 * as a whole, in a third of the time.
 */
export function dealFolds(sources: readonly string[]): Fold[] {
  const order = Object.values(sourceGroups).flat();
  const place = ({ leftOut }: Fold): number => order.indexOf(leftOut[0]!);
  const units = sourceFolds(sources).sort((a, b) => place(a) - place(b));
  const hands = Array.from({ length: Math.min(dealtFolds, units.length) }, (_, hand) =>
    units.filter((__, i) => i % dealtFolds === hand).flatMap(({ leftOut }) => leftOut),
  );
  return hands.map((leftOut) => ({ name: leftOut.join('+'), leftOut }));
}

function present(folds: readonly Fold[], there: ReadonlySet<string>): Fold[] {
  return folds
    .map(({ name, leftOut }) => ({ name, leftOut: leftOut.filter((source) => there.has(source)) }))
    .filter(({ leftOut }) => leftOut.length > 0);
}
