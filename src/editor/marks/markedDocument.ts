import { bandOf } from '../../api/bands.ts';
import type { ResultSummary } from '../../api/report.ts';
import type { Range } from '../../prose/ranges.ts';
import type { ReportRef } from '../service/reportRef.ts';
import type { MarkedSentence, TrackedSentences } from './track.ts';

/** How a document reads: as a whole, and sentence by sentence. */
export interface Reading {
  result: Pick<ResultSummary, 'verdict' | 'confidence' | 'score' | 'reasons'>;
  /** Whether the text could be judged; else its sentences are known, but none is marked. */
  isJudged: boolean;
  sentences: TrackedSentences;
}

/** A reading whose report is stored. */
export interface Scan extends Reading {
  /** Its report; its service is the one that analysed the text. */
  report: ReportRef;
  /** What of the document was scanned, in UTF-16 code units of it as it was then; none means all of it. */
  ranges: readonly Range[];
}

/** A document's scan as the editor shows it, with what came of it since. */
export class MarkedDocument {
  readonly scan: Scan;
  /** The document as it reads now, in live mode; its report stays as it was stored. */
  live: Reading | null = null;
  readonly #dismissed: Set<string>;

  /** @param dismissed the sentences whose marks were found not useful, by their text. */
  constructor(scan: Scan, dismissed: Iterable<string> = []) {
    this.scan = scan;
    this.#dismissed = new Set(dismissed);
  }

  get report(): ReportRef {
    return this.scan.report;
  }

  /** The reading that is shown. */
  get shown(): Reading {
    return this.live ?? this.scan;
  }

  /** The report's sentences, in order, where they are now. */
  get sentences(): readonly MarkedSentence[] {
    return this.scan.sentences.all;
  }

  get dismissed(): ReadonlySet<string> {
    return this.#dismissed;
  }

  /** Hides the mark of this sentence, wherever the document says the same, until the next scan. */
  dismiss(sentence: MarkedSentence): void {
    this.#dismissed.add(this.shown.sentences.analysedTextOf(sentence));
  }

  /** The sentence at this offset of the document, if anything is to be said of it. */
  sentenceAt(offset: number): MarkedSentence | undefined {
    const { isJudged, sentences } = this.shown;
    const sentence = isJudged ? sentences.at(offset) : undefined;
    return sentence && !this.#isDismissed(sentence) ? sentence : undefined;
  }

  /** The sentences that can be marked, from one place among all to before another. */
  slice(from: number, to: number): MarkedSentence[] {
    const { isJudged, sentences } = this.shown;
    if (!isJudged) return [];
    const some = sentences.slice(from, to);
    return this.#dismissed.size === 0 ? some : some.filter((sentence) => !this.#isDismissed(sentence));
  }

  /** The first `most` sentences that read like AI and were not edited since, in order. */
  flagged(most = Infinity): MarkedSentence[] {
    const flagged: MarkedSentence[] = [];
    const { asAnalysed } = this.shown.sentences;
    for (let i = 0; i < asAnalysed.length && flagged.length < most; i++) {
      if (bandOf(asAnalysed[i]!.score) === 'ai') flagged.push(...this.slice(i, i + 1).filter(isFlagged));
    }
    return flagged;
  }

  #isDismissed(sentence: MarkedSentence): boolean {
    return this.#dismissed.size > 0 && this.#dismissed.has(this.shown.sentences.analysedTextOf(sentence));
  }
}

export function isFlagged({ changed, score }: MarkedSentence): boolean {
  return !changed && bandOf(score) === 'ai';
}
