import * as v from 'valibot';
import { count, described, FalseAlarms, probability, text } from './report.ts';

/** What a service reports about itself: its models, and the usage of an account. */

const { kind, texts, min_words, max_words } = FalseAlarms.entries;

/** The scores of human-written texts of one kind and length. */
export const MeasuredTexts = v.object({
  kind,
  min_words,
  max_words,
  texts,
  levels: described(
    v.array(
      v.object({
        per_1000: count('Of 1,000 such texts, the maximum number that reach `score`.', 1),
        score: probability('The score that they reach.'),
      }),
    ),
    'In the order of `per_1000`; empty if too few texts were measured.',
  ),
});

/** A model that texts of one language are judged by. */
export const ModelDescription = v.object({
  model: text("The detector's name and version, as in reports."),
  language: text('The language of the texts that it judges, as a BCP 47 tag.'),
  false_alarms: described(
    v.array(MeasuredTexts),
    'How high human-written texts score, by kind and length; the model was not trained on them. `false_alarms` of a result comes from here.',
  ),
});
export type ModelDescription = v.InferOutput<typeof ModelDescription>;

/** How much of one thing an account has, and how much it may have. */
export const Used = v.object({
  used: count('The amount in use.'),
  limit: described(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
    'The maximum amount; `null` for no limit.',
  ),
});

/** What an account has stored, as quotas count it. */
export const Usage = v.object({
  keys: described(Used, 'API keys.'),
  projects: described(Used, 'Projects, empty ones included.'),
  reports: described(Used, 'Reports.'),
  bytes: described(Used, 'Bytes of the texts of its reports, in UTF-8.'),
});
export type Usage = v.InferOutput<typeof Usage>;
