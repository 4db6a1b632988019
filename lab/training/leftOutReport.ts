import { dirname, join } from 'node:path';
import type { Model } from '../../src/detector/model/model.ts';
import { modelCard } from './card.ts';
import { isEnglish, type CorpusText } from './corpus.ts';
import { countSources } from './inventory.ts';
import { measure, type EvaluationReport } from './measure.ts';
import type { ShowProgress } from './progress.ts';
import { reliabilityPlot } from './reliabilityPlot.ts';
import { checkFalseAlarms } from './falseAlarms.ts';
import type { LeftOut } from './leftOut.ts';
import { reportTables } from './table.ts';
import { targetsOf, type Target } from './targets.ts';
import { scoreWithModel } from './withModel.ts';
import { writeFileAtomic } from '../../src/system/writeFileAtomic.ts';

const resamples = 200;
/** Maximum texts of other languages of each source and class that the model file scores. */
const foreignTexts = 300;

export interface LeftOutReport {
  report: EvaluationReport;
  targets: Target[];
}

/**
 * The figures of English texts that models had not seen, and of other languages with the model file, which was
 * trained on none of them. Prints them, and writes the model card if one is named.
 * @param texts of every language.
 */
export async function reportLeftOut(
  { scored, people }: LeftOut,
  texts: readonly CorpusText[],
  model: Model,
  options: { card: string | undefined; command: string; cap: number; seed: number },
  progressOf: ShowProgress,
): Promise<LeftOutReport> {
  const { card, command, cap, seed } = options;
  const others = texts.filter((text) => !isEnglish(text));
  const foreign = scoreWithModel(others, model, foreignTexts, seed, progressOf);
  const report = measure([...scored, ...foreign], resamples, seed);
  const targets = targetsOf(report);
  console.log(reportTables(report, targets));
  if (card !== undefined) {
    const plot = 'reliability.svg';
    const sources = countSources(texts.filter(isEnglish));
    await writeFileAtomic(join(dirname(card), plot), reliabilityPlot(report.reliability));
    const falseAlarms = checkFalseAlarms(people, [10, 50]);
    await writeFileAtomic(
      card,
      modelCard({ model: model.name, command, cap, sources, targets, report, falseAlarms, plot }),
    );
  }
  return { report, targets };
}
