import { sha256 } from '#platform';
import { type Band, bandIn } from '../../api/bands.ts';
import type { Report, ResultSummary } from '../../api/report.ts';
import type { Range } from '../../text/ranges.ts';
import { unjudgeableReason } from '../../report/model/noVerdict.ts';
import {
  ownReasonsIn,
  passageWordsAt,
  reasonsWithin,
  strengthOf,
  type OwnReason,
  type SentenceStrength,
  type SentenceReason,
} from '../../report/model/sentenceMarks.ts';
import type { Severity } from '../../scan/rules.ts';
import type { ReportRef, ServiceId } from './reportRef.ts';
import { type MarkedSentence, type ScoredSentence, TrackedSentences } from './track.ts';

/** How a document reads: as a whole and by sentence. */
export interface Analysis {
  result: Pick<ResultSummary, 'verdict' | 'confidence' | 'score' | 'reasons' | 'false_alarms'>;
  sentences: TrackedSentences;
  /** The quotable evidence, in the order of the analysed text; `null` where it was not collected. */
  ownReasons: readonly OwnReason[] | null;
  /** The severity of findings from the folder's configuration, which overrides the user's setting. */
  severity?: Severity | undefined;
}

/** An analysis whose report is stored. */
export interface Scan extends Analysis {
  /** Its report; its service is the one that analysed the text. */
  report: ReportRef;
  /** The scanned selections, in UTF-16 code units of the document at that time; empty for all of it. */
  ranges: readonly Range[];
}

/** @param service that analysed the text. @param places of the report's sentences in the document. */
export function scanOf(
  service: ServiceId,
  { id, content, result }: Report,
  places: Pick<Scan, 'ranges' | 'sentences' | 'severity'>,
): Scan {
  return {
    ...places,
    report: { service, id },
    result,
    ownReasons: ownReasonsIn(content, result.evidence),
  };
}

/** A document's scan as the editor shows it, with later changes. */
export class MarkedDocument {
  readonly scan: Scan;
  /** The analysis of the current text in live mode; the report does not change. */
  live: Analysis | null = null;
  /** The texts of the sentences whose marks the user dismissed. */
  readonly dismissed: Set<string>;

  constructor(scan: Scan, dismissed = new Set<string>()) {
    this.scan = scan;
    this.dismissed = dismissed;
  }

  get report(): ReportRef {
    return this.scan.report;
  }

  /** The analysis that is shown. */
  get shown(): Analysis {
    return this.live ?? this.scan;
  }

  /** Whether the text could be judged; otherwise no sentence is marked. */
  get isJudged(): boolean {
    return unjudgeableReason(this.shown.result) === undefined;
  }

  /** The report's sentences, in order, at their current places. */
  get sentences(): readonly MarkedSentence[] {
    return this.scan.sentences.all;
  }

  /** Hides the mark of this sentence, and of the same sentence elsewhere in the document, until the next scan. */
  dismiss(sentence: MarkedSentence): void {
    this.dismissed.add(this.shown.sentences.analysedTextOf(sentence));
  }

  /** The sentence at this offset of the document, if the text was judged. */
  sentenceAt(offset: number): MarkedSentence | undefined {
    const sentence = this.shown.sentences.at(offset);
    return sentence && this.#mayBeMarked(sentence) ? sentence : undefined;
  }

  /** The evidence for the side that the sentence reads like, or for both if it could be either; `null` if unknown. */
  ownReasonsOf(sentence: MarkedSentence): SentenceReason[] | null {
    const { contentStart: start, contentEnd: end, score } = sentence;
    const { ownReasons, result } = this.shown;
    return ownReasons && reasonsWithin(ownReasons, { start, end, score }, result);
  }

  /** How strongly this sentence supports its mark. */
  strengthOf(sentence: MarkedSentence): SentenceStrength {
    const own = this.ownReasonsOf(sentence);
    return strengthOf({ ...sentence, hasOwnReason: own ? own.length > 0 : undefined }, this.shown.result);
  }

  /** The number of words in the passage around this sentence that reads the same way. */
  passageWordCount({ index }: Pick<MarkedSentence, 'index'>): number {
    const { sentences, result } = this.shown;
    return passageWordsAt(index, (i) => sentences.asAnalysed[i], result);
  }

  /** The sentences that may be marked, with indexes from `from` to before `to`. */
  slice(from: number, to: number): MarkedSentence[] {
    return this.shown.sentences.slice(from, to).filter((sentence) => this.#mayBeMarked(sentence));
  }

  /** The first `max` sentences that read like AI and are unedited, in order. */
  flagged(max = Infinity): MarkedSentence[] {
    const flagged: MarkedSentence[] = [];
    const { asAnalysed } = this.shown.sentences;
    for (let i = 0; i < asAnalysed.length && flagged.length < max; i++) {
      if (this.bandOf(asAnalysed[i]!) !== 'ai') continue;
      flagged.push(...this.slice(i, i + 1).filter((sentence) => this.isFlagged(sentence)));
    }
    return flagged;
  }

  /** How a sentence of this text reads. */
  bandOf({ score }: Pick<MarkedSentence, 'score'>): Band {
    return bandIn(this.shown.result, score);
  }

  /** Whether a sentence reads like AI and is unedited. */
  isFlagged(sentence: MarkedSentence): boolean {
    return !sentence.isEdited && sentence.isMarkable && this.bandOf(sentence) === 'ai';
  }

  #mayBeMarked(sentence: MarkedSentence): boolean {
    if (!this.isJudged || !sentence.isMarkable) return false;
    return this.dismissed.size === 0 || !this.dismissed.has(this.shown.sentences.analysedTextOf(sentence));
  }
}

/** The marks of a closed document, with a digest instead of its text, so that the text can't be recovered. */
export interface ClosedDocument {
  scan: Omit<Scan, 'sentences'>;
  sentences: readonly ScoredSentence[];
  dismissed: Set<string>;
  digest: string;
}

export function closed({ scan: { sentences, ...scan }, dismissed }: MarkedDocument): ClosedDocument {
  const { asAnalysed, analysedText } = sentences;
  return { scan, sentences: asAnalysed, dismissed, digest: sha256(analysedText) };
}

/** The marks of a document that was opened again; `undefined` if its text has changed. */
export function reopened(document: ClosedDocument, text: string): MarkedDocument | undefined {
  const { scan, sentences, dismissed, digest } = document;
  if (sha256(text) !== digest) return undefined;
  return new MarkedDocument({ ...scan, sentences: new TrackedSentences(text, sentences) }, dismissed);
}
