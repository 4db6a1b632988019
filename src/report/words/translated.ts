import { bandIn } from '../../api/bands.ts';
import type { Evidence, Reason, Result } from '../../api/report.ts';
import { unjudgeableReason } from '../model/noVerdict.ts';
import { strengthOf } from '../model/sentenceMarks.ts';
import { filled, withinSentence } from './words.ts';
import type { ReportWords } from './reportWords.ts';

/**
 * The result's reasons as sentences in the words' language, where they know the code; the others as the service
 * sent them. A service's sentence with other numbers than ours has them to say something else: it stands too.
 */
export function reasonsIn(
  result: Pick<Result, 'verdict' | 'reasons'>,
  { reasons }: Pick<ReportWords, 'reasons'>,
): string[] {
  const unjudgeable = unjudgeableReason(result);
  return result.reasons.map(({ code, message }: Reason) => {
    // The same codes say of a text that is judged that a part of it was left out.
    const known = (code === unjudgeable ? undefined : own(reasons, `${code}.part`)) ?? own(reasons, code);
    const numbers = message.match(/\d+/g) ?? [];
    const wanted = new Set(known?.match(/\{\d\}/g)).size;
    return known === undefined || wanted !== numbers.length
      ? message
      : filled(known, Object.fromEntries(numbers.entries()));
  });
}

/** The reasons that stand beside the claim: all but the one that it says itself, that the score decides nothing. */
export function limitsOf(
  { verdict, reasons }: Pick<Result, 'verdict' | 'reasons'>,
  words: Pick<ReportWords, 'reasons'>,
): string[] {
  return reasonsIn({ verdict, reasons }, words).filter((_, i) => reasons[i]?.code !== 'between');
}

/** What a feature of the style is called in the words' language, or as the service called it. */
export function labelIn(
  { feature, label }: Pick<Evidence, 'feature' | 'label'>,
  { features }: ReportWords,
): string {
  return own(features, feature) ?? label;
}

/** How a sentence reads, in words: "reads like AI (moderate)". What could be either is so without degrees. */
export function readingInWords(
  sentence: { score: number; words: number },
  result: Pick<Result, 'verdict' | 'confidence' | 'score'>,
  words: Pick<ReportWords, 'language' | 'verdicts' | 'strengths'>,
): string {
  const band = bandIn(result, sentence.score);
  const reads = withinSentence(words.verdicts[band], words);
  if (band === 'uncertain') return reads;
  return `${reads} (${words.strengths[strengthOf(sentence.score, sentence.words, result)]})`;
}

/** A service may send any name, also one that every object has: `constructor`. */
function own(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}
