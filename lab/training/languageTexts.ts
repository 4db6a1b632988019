import type { CorpusText } from './corpus.ts';

/** The languages other than English of which the corpora hold both classes, in one script with spaces between words. */
export const triedLanguages: readonly string[] = ['de', 'es', 'fr', 'it', 'nl', 'pt', 'ru'];

/**
 * The texts of one language, each with the name of what it is left out with: a file that holds both classes, but of a
 * file with texts of one class the repository, since these hold texts of many kinds that have nothing in common; of
 * a mirror the source of its partner. What a model made of a person's own text is not among them: neither polished
 * texts nor translations are written by it; and what `imbd` holds in other languages as people's are translated prompts.
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

/** What a model translated from people's English: a class of its own, which no model learns from. */
export const translationsInto = (language: string, corpus: readonly CorpusText[]): CorpusText[] =>
  corpus.filter((text) => text.language === language && text.attack === 'translation');

/** Files whose texts come from one benchmark and are left out together. */
const joined: Readonly<Record<string, string>> = { mtbench_langs: 'mtbench', mtbench_eu: 'mtbench' };

/**
 * Half of the prompts of `m_arena_hard`, which most chat answers of a language are from, and of the novels, which are of one
 * collection a language: left out as one, a language would have no others of the kind left to learn from. Thirty models
 * answered either half of the prompts; each novel is by another author.
 */
function halfOf({ group }: CorpusText): 1 | 2 {
  let hash = 7;
  for (let i = 0; i < group.length; i++) hash = (Math.imul(hash, 31) + group.charCodeAt(i)) | 0;
  return (hash & 512) === 0 ? 1 : 2;
}

/** The name of a source that may be left out by halves. */
export const wholeSource = (source: string): string => source.replace(/ [12]$/, '');

/** What people and AI write alike enough to be set against each other, by the domains of the corpora. */
const genres: Readonly<Record<string, string>> = {
  ...{ tech_docs: 'documentation', tutorial: 'documentation', docs: 'documentation', handbook: 'handbooks' },
  ...{ legal: 'handbooks', newsletter: 'news', wiki: 'encyclopaedia', fiction: 'stories', blog: 'blogs' },
  ...{ qa: 'answers', chat: 'answers', learner_text: 'essays', learner_essay: 'essays', essay: 'essays' },
  ...{ speech: 'essays', abstract: 'abstracts', paper: 'papers', review: 'reviews' },
};

/** The genre of a domain of texts in other languages than English. */
export const genreOfDomain = (domain: string): string => genres[domain] ?? domain;
