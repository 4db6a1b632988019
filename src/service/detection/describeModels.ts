import type { ModelDescription } from '../../api/service.ts';
import type { Model } from '../../detector/model/model.ts';

/** Describes a model and its models for other languages. */
export function describeModels(model: Model): ModelDescription[] {
  return [model, ...Object.values(model.others)].map(
    ({ name, language, falseAlarms: { levels, cells } }) => ({
      model: name,
      language,
      false_alarms: cells.map(({ kind, minWords, maxWords, texts, from }) => ({
        kind,
        min_words: minWords,
        max_words: maxWords,
        texts,
        levels: from.map((logOdds, level) => ({
          per_1000: levels[level]!,
          score: 1 / (1 + Math.exp(-logOdds)),
        })),
      })),
    }),
  );
}
