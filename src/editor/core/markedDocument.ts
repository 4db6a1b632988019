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
import { NewestMap } from './newest.ts';
import { isSameReport, type ReportRef, type ServiceId } from './reportRef.ts';
import { type MarkedSentence, type ScoredSentence, TrackedSentences } from './track.ts';

/** How a document reads: as a whole, and sentence by sentence. */
export interface Reading {
  result: Pick<ResultSummary, 'verdict' | 'confidence' | 'score' | 'reasons' | 'false_alarms'>;
  /** Whether the text could be judged; else its sentences are known, but none is marked. */
  isJudged: boolean;
  sentences: TrackedSentences;
  /** What of the evidence can be quoted, in the order of the text that was analysed; `null` where it was not gathered. */
  ownReasons: readonly OwnReason[] | null;
  /** How grave its folder says that findings are, whatever the user set. */
  severity?: Severity | undefined;
}

/** A reading whose report is stored. */
export interface Scan extends Reading {
  /** Its report; its service is the one that analysed the text. */
  report: ReportRef;
  /** What of the document was scanned, in UTF-16 code units of it as it was then; none means all of it. */
  ranges: readonly Range[];
}

/** What a scan read and what it brought. */
export interface Scanned {
  /** That analysed the text. */
  service: ServiceId;
  report: Report;
  /** The selections that were scanned, in UTF-16 code units of the document then; none for all of it. */
  ranges: readonly Range[];
  sentences: TrackedSentences;
  severity: Severity | undefined;
}

/** The scan that a report is of, for its marks. */
export function scanOf({ service, report, ranges, sentences, severity }: Scanned): Scan {
  const { id, content, result } = report;
  return {
    report: { service, id },
    result,
    ranges,
    sentences,
    severity,
    isJudged: unjudgeableReason(result) === undefined,
    ownReasons: ownReasonsIn(content, result.evidence),
  };
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
    return sentence?.isMarkable && !this.#isDismissed(sentence) ? sentence : undefined;
  }

  /**
   * What of this sentence speaks for the side that it reads like, or for both where it could be either; `null`
   * where that is not known.
   */
  ownReasonsOf(sentence: MarkedSentence): SentenceReason[] | null {
    const { contentStart: start, contentEnd: end, score } = sentence;
    const { ownReasons, result } = this.shown;
    return ownReasons && reasonsWithin(ownReasons, { start, end, score }, result);
  }

  /** How strongly this sentence reads like what it is marked as. */
  strengthOf(sentence: MarkedSentence): SentenceStrength {
    const own = this.ownReasonsOf(sentence);
    return strengthOf({ ...sentence, hasOwnReason: own ? own.length > 0 : undefined }, this.shown.result);
  }

  /** How many words around this sentence, its own among them, read as it does. */
  passageWordsOf({ index }: Pick<MarkedSentence, 'index'>): number {
    const { sentences, result } = this.shown;
    return passageWordsAt(index, (i) => sentences.asAnalysed[i], result);
  }

  /** The sentences that can be marked, from one place among all to before another. */
  slice(from: number, to: number): MarkedSentence[] {
    const { isJudged, sentences } = this.shown;
    if (!isJudged) return [];
    return sentences
      .slice(from, to)
      .filter((sentence) => sentence.isMarkable && !this.#isDismissed(sentence));
  }

  /** The first `max` sentences that read like AI and were not edited since, in order. */
  flagged(max = Infinity): MarkedSentence[] {
    const flagged: MarkedSentence[] = [];
    const { asAnalysed } = this.shown.sentences;
    for (let i = 0; i < asAnalysed.length && flagged.length < max; i++) {
      if (this.bandOf(asAnalysed[i]!) !== 'ai') continue;
      flagged.push(...this.slice(i, i + 1).filter((sentence) => this.isFlagged(sentence)));
    }
    return flagged;
  }

  /** What a sentence of this text reads like. */
  bandOf({ score }: Pick<MarkedSentence, 'score'>): Band {
    return bandIn(this.shown.result, score);
  }

  /** Whether a sentence reads like AI and was not edited since. */
  isFlagged(sentence: MarkedSentence): boolean {
    return !sentence.changed && sentence.isMarkable && this.bandOf(sentence) === 'ai';
  }

  #isDismissed(sentence: MarkedSentence): boolean {
    return this.#dismissed.size > 0 && this.#dismissed.has(this.shown.sentences.analysedTextOf(sentence));
  }
}

/** What is kept of a document: its marks, and of its text no more than tells it again. */
interface ClosedDocument {
  scan: Omit<Scan, 'sentences'>;
  sentences: readonly ScoredSentence[];
  dismissed: ReadonlySet<string>;
  digest: string;
}

/** Of so many closed documents the marks are kept. */
const maxClosed = 50;

/** The marks of documents that were closed in this session, to be shown again when one is opened with the same text. */
export class ClosedDocuments {
  readonly #byUri = new NewestMap<string, ClosedDocument>(maxClosed);

  keep(uri: string, { scan: { sentences, ...scan }, dismissed }: MarkedDocument): void {
    this.#byUri.set(uri, {
      scan,
      sentences: sentences.asAnalysed,
      dismissed,
      digest: digestOf(sentences.analysedText),
    });
  }

  /** The marks of the document that was closed under this address; `undefined` if there are none for this text. */
  take(uri: string, text: () => string): MarkedDocument | undefined {
    const closed = this.#byUri.get(uri);
    if (!closed) return undefined;
    const now = text();
    if (digestOf(now) !== closed.digest) return undefined;
    this.#byUri.delete(uri);
    const scan: Scan = { ...closed.scan, sentences: new TrackedSentences(now, closed.sentences) };
    return new MarkedDocument(scan, closed.dismissed);
  }

  /** Forgets the marks of a report that was deleted. */
  forget(report: ReportRef): void {
    for (const [uri, { scan }] of this.#byUri) if (isSameReport(scan.report, report)) this.#byUri.delete(uri);
  }

  /** @param renamed a document's address after files were renamed. */
  rename(renamed: (uri: string) => string): void {
    const entries = [...this.#byUri].map(([uri, closed]) => [renamed(uri), closed] as const);
    this.#byUri.clear();
    for (const [uri, closed] of entries) this.#byUri.set(uri, closed);
  }
}

/** Tells a text from others, and nothing of what it says. */
export function digestOf(text: string): string {
  return sha256(text);
}
