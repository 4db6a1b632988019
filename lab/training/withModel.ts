import { detect } from '../../src/detector/detect.ts';
import type { Model } from '../../src/detector/model/model.ts';
import { attackSample } from './attacked.ts';
import { isEnglish, type CorpusText } from './corpus.ts';
import { documentOf, isBaseModel } from './dataset.ts';
import { described } from './described.ts';
import type { Scored } from './scored.ts';
import type { ShowProgress } from './progress.ts';
import { seeded, shuffle } from './random.ts';

/**
 * Runs whole texts through `detect`: at most `cap` of each source, class and language group (English or not), and a
 * sample of the English AI texts under every attack.
 */
export function scoreWithModel(
  texts: readonly CorpusText[],
  model: Model,
  cap: number,
  seed: number,
  progressOf: ShowProgress,
): Scored[] {
  const random = seeded(seed);
  const cells = Map.groupBy(texts, (text) => `${text.source} ${text.voice} ${isEnglish(text)}`);
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
    return { ...described(text), attack, ...scoreText(text.text, model) };
  });
}

/** Maximum documents of each source and class scored as a whole. */
const documentsOfSource = 150;

/** Runs a sample of documents that a source had divided into several texts, joined again, through `detect`. */
export function scoreDocuments(texts: readonly CorpusText[], model: Model, seed: number): Scored[] {
  const random = seeded(seed);
  const taught = texts.filter(({ generator }) => !isBaseModel(generator));
  const documents = [
    ...Map.groupBy(taught, (text) => `${text.source} ${text.voice} ${documentOf(text)}`).values(),
  ];
  const cells = Map.groupBy(
    documents.filter((parts) => parts.length > 1),
    ([first]) => `${first!.source} ${first!.isAi}`,
  );
  return [...cells.values()].flatMap((cell) => {
    shuffle(cell, random);
    return cell.slice(0, documentsOfSource).map((parts) => ({
      ...described(parts[0]!),
      ...{ attack: null, isWhole: true },
      ...scoreText(parts.map(({ text }) => text).join('\n\n'), model),
    }));
  });
}

function scoreText(text: string, model: Model): Pick<Scored, 'words' | 'score' | 'verdict' | 'confidence'> {
  const { words, result } = detect(text, model);
  const { score, verdict, confidence } = result;
  return { words, score, verdict, confidence };
}
