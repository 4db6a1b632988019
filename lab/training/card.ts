import type { Estimate } from './bootstrap.ts';
import type { FalseAlarmCheck } from './falseAlarms.ts';
import type { Figures } from './figures.ts';
import type { SourceCounts } from './inventory.ts';
import { textsMeasured } from './leftOut.ts';
import { type Breakdown, type EvaluationReport, minTexts } from './measure.ts';
import { origins } from './sources.ts';
import {
  confidenceColumns,
  figuresTable,
  index,
  markdownTable,
  percent,
  rankingColumns,
  summary,
  targetTable,
  totals,
  verdictColumns,
} from './table.ts';
import { isMet, type Target } from './targets.ts';

/** The contents of the model card. */
export interface CardFacts {
  /** Name and version of the model, as in reports. */
  model: string;
  /** The command that writes the card. */
  command: string;
  /** Maximum measured texts of each source and class. */
  cap: number;
  sources: readonly SourceCounts[];
  targets: readonly Target[];
  /** Figures with each source left out in turn. */
  report: EvaluationReport;
  falseAlarms: readonly FalseAlarmCheck[];
  /** The plot's address, relative to the card. */
  plot: string;
}

/** The model card as Markdown: what the model is, who it is for, its training texts, figures and limits. */
export function modelCard(facts: CardFacts): string {
  const { model, command, report, targets, plot } = facts;
  const { all, medium, long } = report;
  const parts = [
    `# Model card: ${model}`,
    `This page is generated: edit \`lab/training/card.ts\` instead. The figures were measured with\n\`${command}\`.`,
    answers(report),
    purpose,
    `## What it was trained on\n\n${trainedOn(facts.sources)}`,
    `## How it was measured\n\n${method(facts)}`,
    `## Results\n\n### Targets\n\nTexts of 150 words and more unless the line says otherwise. ${metCount(targets)}\n\n${targetTable(targets)}`,
    `### All texts\n\n${both(totals(report))}\n\n${figuresTable(totals(report), confidenceColumns)}`,
    `### Is the score a probability?\n\n![Reliability of the score: share written by an AI against mean score, in ten bins](${plot})\n\n${calibration(report)}`,
    `### How many of 1,000 texts by people score as high\n\n${falseAlarmsText(facts.falseAlarms)}`,
    `### By genre, 150 words and more\n\n${both(long.genres.rows)}\n\n${summary(long.genres)}`,
    `### By genre, 60 to 149 words\n\n${both(medium.genres.rows)}\n\n${summary(medium.genres)}`,
    `## Where it fails\n\n${failures(report)}`,
    `## Newer models in people’s registers, 150 words and more\n\n${newerModels(report)}`,
    breakdown('By length', report.lengths),
    breakdown('Whole documents of several texts, by length', report.documents),
    breakdown('By source, 150 words and more', long.sources),
    breakdown('By domain, 150 words and more', long.domains),
    breakdown('By generator, 150 words and more', long.generators),
    breakdown('AI texts edited in the corpus, 150 words and more', long.edits),
    breakdown('AI texts under attack, 150 words and more', long.attacks),
    breakdown('By who wrote the human texts, 150 words and more', long.writers),
    breakdown('Models from before 2022 that only continue a text, 150 words and more', report.baseModels),
    `### By language\n\n${languages(all.languages)}`,
    limits,
    `## Do it again\n\n\`\`\`sh\n${command}\n\`\`\`\n\nThe same texts and seed give the same model and the same figures.`,
  ];
  return parts.join('\n\n') + '\n';
}

/** The first questions of a teacher, an editor and a maintainer. */
function answers({ long, medium, documents, mirrors }: EvaluationReport): string {
  const named = ({ rows }: Breakdown, name: string | null): Figures | undefined =>
    rows.find((row) => row.name === name);
  const accused = named(long.sources, long.sources.mostAccused);
  const share = (estimate: Estimate | null | undefined): string => percent(estimate ?? null);
  const people = long.writers.rows
    .map(({ name, humanCalledAi }) => `${name} ${share(humanCalledAi)}`)
    .join(', ');
  const wholes = documents.rows
    .map(
      ({ name, humanCalledAi, aiCalledAi }) =>
        `${name}: ${share(aiCalledAi)} found, ${share(humanCalledAi)} of people’s called \`ai\``,
    )
    .join('; ');
  const hardest = [...long.genres.rows]
    .filter(({ ai, aiCalledAi }) => ai >= minTexts && aiCalledAi !== null)
    .sort((x, y) => x.aiCalledAi!.value - y.aiCalledAi!.value)
    .slice(0, 3)
    .map(({ name, aiCalledAi }) => `${name} ${share(aiCalledAi)}`)
    .join(', ');
  const ofStyles = mirrors.styles.rows
    .map(
      ({ name, aiCalledAi, aiCalledHuman }) =>
        `${styleNames[name] ?? name} ${share(aiCalledAi)} (called \`human\` ${share(aiCalledHuman)})`,
    )
    .join(', ');
  return `## Three questions

Figures for English texts of 150 words and more, from sources that the model had not seen.

**How often does it call a person's text AI?** Of texts by people ${share(long.total.humanCalledAi)} are called \`ai\`; in the worst
source ${accused === undefined ? 'that was measured' : `(${accused.name})`} ${share(accused?.humanCalledAi)}. By who writes: ${people}. Of 60 to 149 words:
${share(medium.total.humanCalledAi)}. No texts by people known to write English as a second language were measured: see Limits.

**How much does it find?** Of texts by AI ${share(long.total.aiCalledAi)} are called \`ai\`, ${share(long.total.aiCalledHuman)} \`human\`; ${share(long.total.uncertain)} of all texts
are \`uncertain\`. The lowest shares by genre: ${hardest}. Of texts that a model of 2026 wrote in people’s styles: ${ofStyles}. Of texts of 60 to 149 words ${share(medium.total.aiCalledAi)}. Whole documents of several parts: ${wholes}.

**Where must I not use it?** As evidence against a person, in grading, hiring or discipline; on texts under 60 words; on code,
tables and lists; unattended, as a filter of people's texts. This model judges English only; German, Spanish, French, Portuguese and Russian have
[a card of their own](model-card-languages.md). Polished, paraphrased and humanised texts are found less often: see the table of
edits.`;
}

/** The style of a mirror, in words. */
const styleNames: Readonly<Record<string, string>> = {
  plain: 'simply asked for a text on a subject',
  original: 'asked for an author’s register',
  assistant: 'asked in a chat',
  hard: 'asked to sound human',
  request: 'a plain request',
};

const purpose = `## What it is

A detector that estimates how likely an English text was written by an AI: a score from 0 to 1, a verdict
(\`human\`, \`mixed\`, \`ai\` or \`uncertain\`) and a confidence (\`low\`, \`medium\` or \`high\`). It consists of two
logistic regressions over hashed n-grams of letters and words, one for the style of chat assistants and one for newer models
that write as people do, and a classifier for the kind of text (essay, news, documentation …), because the same signs
mean more in one kind than in another. It runs on the reader's own machine and sends nothing anywhere.

## What it is for

- Authors who want to know whether and where their own text reads like AI.
- Editors and maintainers who want a first hint about which documents to read more closely.
- Research on such detectors, with these figures to compare.

## For whom it must not be used

- Not as evidence against a person. No grade, accusation of cheating, disciplinary measure, dismissal, rejection of an
  application or loss of pay may be based on it, alone or mainly. It is wrong about some people, and they can't prove it.
- Not on people who write English as a second language, or with a disability that shapes their writing: no source
  identifies them. The closest are school essays and scholars' abstracts, in a table of their own. Not on schoolchildren,
  although their essays are among the texts.
- Not for texts under 60 words, in other languages, or for code, tables, logs, verse and lists of data.
- Not to decide what is true, original or allowed: people can write falsehoods, and AI texts can be used legitimately.
- Not unattended, as a filter that drops or ranks people's texts.`;

function trainedOn(sources: readonly SourceCounts[]): string {
  const sum = (of: (counts: SourceCounts) => number): number =>
    sources.reduce((total, counts) => total + of(counts), 0);
  const rows = sources.map(({ source, human, ai, years }) => {
    const origin = origins[source];
    return [
      source,
      origin?.holds ?? 'not recorded',
      String(human),
      String(ai),
      years === null ? 'not stated' : [...new Set(years)].join(' to '),
      origin === undefined
        ? 'not recorded'
        : Object.entries(origin.licences)
            .map(([licence, repositories]) => `${licence}: ${repositories.join(', ')}`)
            .join('; '),
    ];
  });
  return (
    `${sum(({ human }) => human)} human and ${sum(({ ai }) => ai)} AI texts in English, from ${sources.length} ` +
    `sources. The texts are not shipped and can’t be recovered from the weights, which are sums over hashes. ` +
    `Training draws a random sample of the larger sources, cuts random windows of each text and balances classes and ` +
    `sources. Years are those that a source states; for texts from repositories, the year of the commit. ` +
    `So blogs_human extends to 2026, although its posts are dated before 2021.\n\n` +
    markdownTable(['source', 'holds', 'human', 'AI', 'years', 'licence: repositories'], rows)
  );
}

const method = ({ cap, report }: CardFacts): string =>
  `The sources are divided into ten parts; no part contains a whole genre. Each part is left out in turn: models are trained on all
others and tested on it. Sources that share human texts are left out together. Shares of the features, calibration and thresholds are chosen as in training, again without those
sources. So every figure here is for texts and sources that the model had not seen. The shipped model is trained on all
sources, so there are no unseen texts to measure it on.

- Training: at most ${cap} texts of each source and class, each cut to a random window of up to 350 words. Measurement:
  at most ${textsMeasured} whole texts of each, through the whole detector, so that score and verdict are those that users get.
- Most sources contain only one class. A source, domain or generator with fewer than ${minTexts} texts of a class is compared with
  those of its genre that were themselves unseen; their number is in brackets. Verdicts are
  counted over the group's own texts only.
- This is a hard test. With a one-class source left out, the model knows its genre from the other class only, so the
  subject counts for the wrong side.
- TPR at 1 % FPR takes the threshold from the human texts of the row itself. "Human called \`ai\`" is the realised FPR
  of the verdict, with the threshold chosen on other sources: the rate that users experience.
- ECE (ten bins), Brier score and precision give both classes the same weight.
- In square brackets: 95 % percentile intervals of ${report.resamples} bootstrap resamples (seed ${report.seed}) of prompts and documents
  within each source; exact binomial ones where none or all of the texts count. They cover the random
  choice of texts, not of sources: a new source can lie outside.
- A whole document is the texts that a source cut from one document, joined again. Models from before 2022 that only continue a text (GPT-2, GPT-Neo, GPT-J, OPT, GPT-3, BLOOM) are in
  their own table and in no other figure.
- Groups with fewer than ${minTexts} texts are shown, but are not part of any mean and are never named as the worst.`;

function newerModels({ mirrors: { styles, genres } }: EvaluationReport): string {
  return `Texts by one model of 2026 (Claude). Most have the subject, kind and length of a text by a person and are left out together with
its source; \`request\` are answers to plain requests, without such a text. They are in no figure above. They are compared with
unseen texts by people of the same genre. It is not known how well it finds texts by models of other makers.

### By how it was asked

${both(styles.rows)}

### By genre

${both(genres.rows)}`;
}

const metCount = (targets: readonly Target[]): string =>
  `${targets.filter(isMet).length} of ${targets.length} are met.`;

const both = (rows: readonly Figures[]): string =>
  `${figuresTable(rows, rankingColumns)}\n\n${figuresTable(rows, verdictColumns)}`;

const breakdown = (title: string, figures: Breakdown): string =>
  figures.rows.length === 0
    ? `### ${title}\n\nNot measured in this run.`
    : `### ${title}\n\n${both(figures.rows)}\n\n${summary(figures)}`;

const calibration = ({ reliability, all }: EvaluationReport): string => {
  const furthest = reliability
    .flatMap(({ from, to, meanScore, shareAi }) =>
      meanScore === null || shareAi === null
        ? []
        : [{ from, to, meanScore, shareAi, distance: Math.abs(shareAi.value - meanScore) }],
    )
    .reduce((a, b) => (b.distance > a.distance ? b : a));
  return (
    `All lengths. ECE ${index(all.total.calibrationError)}, Brier score ${index(all.total.brier)}. Furthest off: scores ` +
    `${furthest.from} to ${furthest.to}, of which ${percent(furthest.shareAi)} are written by an AI where the mean score says ` +
    `${(furthest.meanScore * 100).toFixed(1)} %. The score holds for as many human as AI texts; where AI texts are rare, ` +
    `a high score is wrong more often.`
  );
};

function falseAlarmsText(checks: readonly FalseAlarmCheck[]): string {
  const rows = checks.map(({ level, texts, all, mostSource, most, sources, over }) => [
    `at most ${level}`,
    String(texts),
    all.toFixed(1),
    `${mostSource}: ${most.toFixed(0)}`,
    `${over} of ${sources}`,
  ]);
  return (
    'A report shows beside its verdict how many of 1,000 human-written texts of the same kind and length score as high ' +
    '(`false_alarms`). Each source is tested with a number derived from the other sources. At most 100 texts count for ' +
    'each source. The number is high enough that, in every source of 50 texts or more that it is based on, at most ' +
    'one and a half times as many texts score as high.\n\n' +
    markdownTable(
      [
        'the number',
        'texts by people',
        'score as high, of 1,000',
        'most in a source',
        'sources with over three times the number',
      ],
      rows,
    )
  );
}

function failures({ long, lengths }: EvaluationReport): string {
  const kinds: readonly (readonly [string, Breakdown])[] = [
    ['Length', lengths],
    ['Genre', long.genres],
    ['Source', long.sources],
    ['Domain', long.domains],
    ['Generator', long.generators],
    ['Edit', long.edits],
    ['Attack', long.attacks],
  ];
  const rows = kinds.map(([kind, { rows: figures, worst, mostAccused }]) => {
    const named = (name: string | null): Figures | undefined => figures.find((row) => row.name === name);
    const lowest = named(worst);
    const accused = named(mostAccused);
    return [
      kind,
      lowest === undefined ? '-' : `${lowest.name}: ${index(lowest.auroc)}`,
      accused === undefined ? '-' : `${accused.name}: ${percent(accused.humanCalledAi)}`,
    ];
  });
  return `The worst of each kind, 150 words and more except by length:\n\n${markdownTable(['', 'lowest AUROC', 'human texts most often called `ai`'], rows)}`;
}

function languages({ rows }: Breakdown): string {
  const shown = rows.map(({ name, human, ai, humanCalledAi, aiCalledAi, uncertain }) => [
    name,
    String(human),
    String(ai),
    percent(humanCalledAi),
    percent(aiCalledAi),
    percent(uncertain),
  ]);
  return (
    'English (and `und`, texts too short or too technical to identify) as above. The others are whole texts, given to ' +
    'the shipped English model, which was trained on none of them: it should answer `uncertain`, with the reason ' +
    '`unsupported_language`. The models for German, Spanish, French, Portuguese and Russian are not used here: see ' +
    '[their card](model-card-languages.md).\n\n' +
    markdownTable(['', 'human', 'AI', 'human called `ai`', 'AI called `ai`', '`uncertain`'], shown)
  );
}

const limits = `## Limits

- Sources share models and repositories: an unseen source can contain a known generator, and human commits, comments and
  release notes come from the same projects.
- The texts by newer models in people's registers are all by one model, written to order; other models and prompts were
  not measured.
- Labels come from repositories and commit trailers. A person may have edited single sentences of AI texts.
- Human texts are mostly from before 2021, AI texts from 2022 to 2026: the model has partly learned to recognise periods and their subjects.
  The figures become outdated as models and people's habits change.
- Curly quotes, hidden characters and code were removed from the corpora, as the detector does with every text.
- Attacks were made by simple programs. People who rewrite a text to evade detection, and tools made for it, do better.`;
