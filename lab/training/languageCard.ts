import { type LanguageFigures, languageName, languageTables } from './languageFigures.ts';

/** The model card of all languages except English, as Markdown. */
export function languageCard(figures: readonly LanguageFigures[], version: string): string {
  const judged = figures.filter(({ failings }) => failings.length === 0);
  const names = (of: readonly LanguageFigures[]): string =>
    new Intl.ListFormat('en').format(of.map(({ language }) => languageName(language)));
  const others = figures.filter(({ failings }) => failings.length > 0);
  return `# Model card: languages other than English

This page is generated: edit \`lab/training/languageCard.ts\` instead. The figures were measured with
\`npm run train:languages -- --corpus DIR --card docs/model-card-languages.md\`.

Judged besides English: **${names(judged)}** (\`inkling-XX ${version}\`, a file of about 0.8 MB each).${others.length > 0 ? ` Not judged, because they do not meet the requirements below: ${names(others)}.` : ''} Polish, Chinese, Japanese and all others are not judged either: see the end.

## What they were trained on

Features, the two voices and training are the same as for English, but the tables have 2^17 n-grams instead of 2^20. AI
texts: chat answers by about thirty models of 2023 to 2025 and a few blogs (chat voice), and mirrors, written to order by a model of
2026 on the subjects of texts by people (plain voice; \`lab/mirrors\`). Human texts: news, encyclopaedias, blogs, reviews,
documentation, essays, learners' letters and old novels, from about ten sources per language. Kinds of text are not
distinguished: one calibration applies to all.

## How it was measured

Every source is left out once: the model tested on it saw neither the source nor mirrors of its texts. Texts have 150 words or
more and go through the whole detector. \`m_arena_hard\`, the source of most chat answers, is left out by halves of its prompts. Its
thirty models answered both halves, so the chat voice's figures are optimistic. Novels come from one collection per language, also
left out by halves; each novel is by a different author. \`imbd\` is not used: its human texts in other languages are
translated prompts. The threshold is chosen so that .5 % of people's texts score above it, on average over sources, and at most 2 % of
any source. If people's texts are then called \`ai\` too often, the limits are .3 and 1 %, and if that is not enough, .1 and .4 %. For texts
of 60 to 149 words, which are not measured here, the limit is .1 %. A language is judged if at most 1 % of people's texts are called \`ai\`,
at most 3 % of any source, at most 5 % of the mirrors are called \`human\`, and the plain voice has an AUROC of at least .95. The
chat voice has no such requirement. Seed 3.

${languageTables(figures)}

## Where it fails

- **Old chat models**: encyclopaedia entries by GPT-3.5 are hardly distinguishable from people's in any of these languages.
- **Novels**: those in the corpora were written before 1920, so nothing is known about today's fiction. Learners and people who write in a
  second language were measured only in Spanish, Italian and German.
- **Machine translation of a person's text**: see the second to last column. It is not an AI's text, but it doesn't read like
  that person either: a verdict on a translation is about the translator.
- **Languages like a judged one**: Catalan, Galician, Occitan, Luxembourgish and Swiss German are recognised by their short words,
  because the language library doesn't know them; Asturian is mistaken for Spanish. This check was added after the measurement. It
  leaves 1 to 2 of 100 texts of a language without a verdict, mostly lists and code.
- Documents in several languages are judged by the language of most of their prose; the rest is left out, and the report says so.
- The mirrors are by one maker's model. No texts of 2026 by other makers' models were available.

## Languages that are not judged

Polish has human texts from only four sources; without one of them, too little is left to train on. Chinese and Japanese have mirrors in
\`lab/mirrors\` but don't separate words by spaces: tokens for them, and a check of mirrors for copied phrases, are not built. In all
of these the verdict is *Unclear*, with the reason that the language is not judged.
`;
}
