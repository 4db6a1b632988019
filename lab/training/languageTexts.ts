import type { CorpusText } from './corpus.ts';

/** Languages other than English with both classes in the corpora, in a script with spaces between words. */
export const triedLanguages: readonly string[] = ['de', 'es', 'fr', 'it', 'nl', 'pt', 'ru'];

/**
 * The texts of one language, each with the name of the unit that it is left out with: a file with both classes, a
 * repository of a file with one class (such files contain unrelated texts), or the source of a mirror's partner.
 * Excluded are texts that a model polished or translated from a person's, and `imbd`, whose human texts in other
 * languages are translated prompts.
 */
export function textsOf(language: string, corpus: readonly CorpusText[]): CorpusText[] {
  const own = corpus.filter(
    (text) =>
      text.language === language && text.domain !== 'multilang' && (!text.isAi || text.attack === null),
  );
  const withChat = new Set(own.filter(({ voice }) => voice === 'chat').map(({ source }) => source));
  const nameOf = (text: CorpusText): string => {
    const { source, repo, domain } = text;
    if (source === 'm_arena_hard') return `${language} ${source} ${halfOf(text)}`;
    if (domain === 'fiction' && !text.isAi) return `${language} ${repo ?? source} ${halfOf(text)}`;
    const isOfOneClass = source.startsWith('lang_') || !withChat.has(source);
    return `${language} ${joined[source] ?? (isOfOneClass ? (repo ?? source) : source)}`;
  };
  const names = new Map(own.filter(({ voice }) => voice !== 'plain').map((text) => [text.id, nameOf(text)]));
  return own.map((text) => ({
    ...text,
    source: text.voice === 'plain' ? (names.get(text.partner ?? '') ?? nameOf(text)) : nameOf(text),
  }));
}

/** A model's translations of people's English. No model is trained on them. */
export const translationsInto = (language: string, corpus: readonly CorpusText[]): CorpusText[] =>
  corpus.filter((text) => text.language === language && text.attack === 'translation');

/** Files with texts of one benchmark, which are left out together. */
const joined: Readonly<Record<string, string>> = { mtbench_langs: 'mtbench', mtbench_eu: 'mtbench' };

/**
 * Half of the prompts of `m_arena_hard`, the source of most chat answers of a language, or of the novels, which are
 * one collection per language. Left out as a whole, none of their kind would be left for training. Thirty models
 * answered both halves of the prompts; each novel is by a different author.
 */
function halfOf({ group }: CorpusText): 1 | 2 {
  let hash = 7;
  for (let i = 0; i < group.length; i++) hash = (Math.imul(hash, 31) + group.charCodeAt(i)) | 0;
  return (hash & 512) === 0 ? 1 : 2;
}

/** The name of a source, without its half. */
export const wholeSource = (source: string): string => source.replace(/ [12]$/, '');

/** The genres within which people and AI are compared, by domain of the corpora. */
const genres: Readonly<Record<string, string>> = {
  ...{ tech_docs: 'documentation', tutorial: 'documentation', docs: 'documentation', handbook: 'handbooks' },
  ...{ legal: 'handbooks', newsletter: 'news', wiki: 'encyclopaedia', fiction: 'stories', blog: 'blogs' },
  ...{ qa: 'answers', chat: 'answers', learner_text: 'essays', learner_essay: 'essays', essay: 'essays' },
  ...{ speech: 'essays', abstract: 'abstracts', paper: 'papers', review: 'reviews' },
};

/** The genre of a domain of texts in other languages than English. */
export const genreOfDomain = (domain: string): string => genres[domain] ?? domain;
