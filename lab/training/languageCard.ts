import { type LanguageFigures, languageName, languageTables } from './languageFigures.ts';

/** The model card of all languages but English, as Markdown: what was learnt, how well it holds, and where it fails. */
export function languageCard(figures: readonly LanguageFigures[], version: string): string {
  const judged = figures.filter(({ failings }) => failings.length === 0);
  const names = (of: readonly LanguageFigures[]): string =>
    new Intl.ListFormat('en').format(of.map(({ language }) => languageName(language)));
  const others = figures.filter(({ failings }) => failings.length > 0);
  return `# Model card: languages other than English

Written by the measurement; edit \`lab/training/languageCard.ts\`, not this page. It states what was measured with
\`npm run train:languages -- --corpus DIR --card docs/model-card-languages.md\`.

Judged beside English: **${names(judged)}** (\`inkling-XX ${version}\`, a file of about 0.8 MB each).${others.length > 0 ? ` Not judged, because they do not hold: ${names(others)}.` : ''} Polish, Chinese, Japanese and all others are not judged either: see the end.

## What each learnt from

The same features, the same two voices and the same training as English, in tables of 2^17 n-grams instead of 2^20. On the side of
AI: chat answers by some thirty models of 2023 to 2025 and a few blogs (chat voice), and mirrors, written to order by a model of
2026 on the subjects of texts by people (plain voice; \`lab/mirrors\`). On the side of people: news, encyclopaedia, blogs, reviews,
documentation, essays, letters of learners and old novels, of some ten sources a language. No kinds of text are told apart, so
that one calibration serves all of them.

## How it was measured

Every source is left out once: the model that is asked about it never saw it, nor a mirror of its texts. Texts of 150 words and
more, through the whole detector. \`m_arena_hard\`, which most chat answers are from, is left out by halves of its prompts; its
thirty models answered both, so that figures of the chat voice are kind. Novels are of one collection a language, which is left
out by halves too; each novel is by another author. \`imbd\` is not used: what it holds in other languages as people's are
translated prompts. Thresholds are chosen where .3 % of people's texts lie above, on average over sources, and at most 1 % of a source;
where people are still wronged beyond the bar, at .1 and .4 %. A language is judged where at most 1 % of people's texts
are called \`ai\`, at most 3 % of any one source, at most 5 % of the mirrors \`human\`, and the plain voice is told from people with an
AUROC of .95. The chat voice is not held to a bar: what is not found of it is *Unclear*, which wrongs nobody. Seed 3.

${languageTables(figures)}

## Where it fails

- **Old chat models**: encyclopaedia entries by GPT-3.5 are hardly told from people's in any of these languages.
- **Novels** by people are of before 1920 in the corpora; of today's fiction nothing is known. Learners and people who write in a
  second language were measured in Spanish, Italian and German alone.
- **Machine translation of a person's text**: the last column but one. It is no text of an AI's, nor does it read like
  that person: take a verdict on a translation for one on the translator.
- Documents in several languages are judged by the language of most of their prose; the rest is left out, and the report says so.
- The mirrors are by one maker's model. No other maker's texts of 2026 were to be had.

## Languages that are not judged

Polish has texts by people of four sources: without one of them too little is left to learn from. Chinese and Japanese have
mirrors in \`lab/mirrors\` but no words between spaces: their tokens, and a check of mirrors for copied phrases, are not built. In
all of these the verdict is *Unclear*, with the reason that the language is not judged.
`;
}
