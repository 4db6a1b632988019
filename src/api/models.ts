import * as v from 'valibot';
import { FalseAlarms, Probability } from './report.ts';

const { kind, texts, min_words, max_words } = FalseAlarms.entries;

/** People's texts of one kind and length, and how high they score. */
export const MeasuredTexts = v.object({
  kind,
  min_words,
  max_words,
  texts,
  levels: v.pipe(
    v.array(
      v.object({
        per_1000: v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1),
          v.metadata({ description: 'Of 1,000 such texts, the maximum number that score as high.' }),
        ),
        score: v.pipe(Probability, v.metadata({ description: 'From this score on.' })),
      }),
    ),
    v.metadata({ description: 'In the order of `per_1000`; empty if too few texts were measured.' }),
  ),
});

/** A model that texts of one language are judged by. */
export const ModelDescription = v.object({
  model: v.pipe(v.string(), v.metadata({ description: "The detector's name and version, as in reports." })),
  language: v.pipe(
    v.string(),
    v.metadata({ description: 'The language of the texts that it judges, as a BCP 47 tag.' }),
  ),
  false_alarms: v.pipe(
    v.array(MeasuredTexts),
    v.metadata({
      description:
        'How high human-written texts score, by kind and length; the model was not trained on them. What `false_alarms` of a result is looked up in.',
    }),
  ),
});
export type ModelDescription = v.InferOutput<typeof ModelDescription>;
