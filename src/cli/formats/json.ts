import type { Report } from '../../api/report.ts';
import { idMaker, timeOfId } from '../../service/api/ids.ts';
import { titleOf } from '../scan/files.ts';
import {
  isFlagged,
  leftOutOf,
  placeOf,
  readsLikeAi,
  totalsOf,
  type FileResult,
  type Format,
  type IgnoredRegion,
  type ScannedFile,
} from './format.ts';

/** A JSON array, written in pieces because a run may be long. Each element begins with a line break. */
export const jsonArray: Partial<Format> = {
  head: '[',
  between: ',',
  end: ({ hasTexts }) => (hasTexts ? '\n]\n' : ']\n'),
};

interface JsonOptions {
  /** Whether a judged file is printed as a whole report instead of its result. */
  report?: true;
}

/** One array with an element per file. */
export function jsonFormat(options: JsonOptions): Format {
  return { ...objectsFormat(options, (fields) => `\n${JSON.stringify(fields, null, 2)}`), ...jsonArray };
}

/** One line per file, written as soon as it is scanned. */
export function jsonLinesFormat(options: JsonOptions): Format {
  return objectsFormat(options, (fields) => `${JSON.stringify(fields)}\n`);
}

/** An object for each file. */
function objectsFormat({ report }: JsonOptions, print: (fields: object) => string): Format {
  return {
    scanned: (scanned) => print(report ? wholeReport(scanned) : placedResult(scanned)),
    ignored: (ignored) =>
      print({ file: ignored.file, ...encodingField(ignored), ...leftOutFields(ignored), result: null }),
    unscanned: ({ file, problem, level }) =>
      print({ file, problem, skipped: level === 'note', result: null }),
  };
}

/** A result with places in the file; the same file gives the same output. */
function placedResult(scanned: ScannedFile): object {
  const { file, content, detection, segments, evidence } = scanned;
  const { result, ...counts } = detection;
  const { score, verdict, confidence, reasons, shares, false_alarms } = result;
  const { human, uncertain, ai } = shares;
  return {
    file,
    ...encodingField(scanned),
    ...counts,
    ...leftOutFields(scanned),
    result: {
      score: roundTo4Digits(score),
      verdict,
      confidence,
      reasons,
      shares: { human: roundTo4Digits(human), uncertain: roundTo4Digits(uncertain), ai: roundTo4Digits(ai) },
      ...(false_alarms && { false_alarms }),
      segments: result.segments.map(({ start, end, score: around, own_score: own }, i) => ({
        ...placeOf(segments[i]!),
        score: roundTo4Digits(around),
        ...(own !== undefined && { own_score: roundTo4Digits(own) }),
        flagged: isFlagged(scanned, i),
        ...(scanned.known[i] && readsLikeAi(scanned, i) && { known: scanned.known[i] }),
        text: content.slice(start, end),
      })),
      evidence: result.evidence.map(({ feature, label, weight }, i) => ({
        feature,
        label,
        weight: roundTo4Digits(weight),
        places: evidence[i]?.map(placeOf),
      })),
    },
  };
}

function encodingField({ encoding }: FileResult): object {
  return encoding ? { encoding } : {};
}

function leftOutFields(file: FileResult): object {
  const { people, history } = leftOutOf(file);
  const fields = (passages: readonly IgnoredRegion[]): object => ({
    words: totalsOf(passages).words,
    passages: passages.map(({ region, ...rest }) => ({ ...placeOf(region), ...rest })),
  });
  return { ignored: fields(people), ...(history.length > 0 && { history: fields(history) }) };
}

/** Further digits are meaningless, and differ between machines. */
function roundTo4Digits(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** A report as the API returns it, with a new id and times, but without a page address. */
function wholeReport(scanned: ScannedFile): object {
  const { file, content, detection } = scanned;
  const id = newId();
  const { result, ...counts } = detection;
  const report: Omit<Report, 'url'> = {
    id,
    created_at: new Date(timeOfId(id)).toISOString(),
    generated_at: new Date(timeOfId(id)).toISOString(),
    title: titleOf(file),
    project: null,
    privacy: 1,
    ...counts,
    result,
    content,
  };
  return { file, ...encodingField(scanned), ...report };
}

const newId = idMaker(Date.now);
