import { detect } from '../../src/detector/detect.ts';
import type { Model } from '../../src/detector/model/model.ts';
import { attackSample } from './attacked.ts';
import { isEnglish, type CorpusText } from './corpus.ts';
import { described } from './described.ts';
import type { Scored } from './scored.ts';
import type { ShowProgress } from './progress.ts';
import { seeded, shuffle } from './random.ts';

/**
 * Whole texts through `detect`: at most `cap` of each source, class and of English or not, and a sample of the English
 * AI ones under every attack.
 */
export function scoreWithModel(
  texts: readonly CorpusText[],
  model: Model,
  cap: number,
  seed: number,
  progressOf: ShowProgress,
): Scored[] {
  const random = seeded(seed);
  const cells = Map.groupBy(texts, (text) => `${text.source} ${text.isAi} ${isEnglish(text)}`);
  const chosen = [...cells.values()].flatMap((cell) => {
    shuffle(cell, random);
    return cell.slice(0, cap);
  });
  const attacked = attackSample(chosen.filter(isEnglish), seed);
  const all = [
    ...chosen.map((text) => ({ text, attack: null })),
    ...attacked.map(({ text, attack }) => ({ text, attack })),
  ];
  const progress = progressOf('scoring texts');
  return all.map(({ text, attack }, i) => {
    if (i % 4000 === 0) progress(i, all.length);
    const { words, result } = detect(text.text, model);
    const { score, verdict, confidence } = result;
    return { ...described(text), attack, words, score, verdict, confidence };
  });
}
