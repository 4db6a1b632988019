import type { Report } from '../../api/report.ts';
import { idMaker, timeOfId } from '../../service/api/ids.ts';
import { titleOf } from '../scan/readProse.ts';
import {
  isFlagged,
  leftOutOf,
  placeOf,
  readsLikeAi,
  totalsOf,
  type Format,
  type IgnoredFile,
  type IgnoredRegion,
  type ScannedFile,
  type UnscannedFile,
} from './format.ts';

/** The fields of a file's JSON object. */
export type Fields = (scanned: ScannedFile) => object;

/** One array with an element per file, written in pieces because a run may be long. */
export function jsonFormat(fieldsOf: Fields): Format {
  const element = (fields: object): string => JSON.stringify(fields, null, 2);
  return {
    head: '[\n',
    between: ',\n',
    scanned: (scanned) => element(fieldsOf(scanned)),
    knownFile: () => '',
    ignored: (file) => element(ignoredResult(file)),
    unscanned: (file) => element(unscannedResult(file)),
    end: ({ hasTexts }) => (hasTexts ? '\n]\n' : '[]\n'),
  };
}

/** One line per file, written as soon as it is scanned. */
export function jsonLinesFormat(fieldsOf: Fields): Format {
  return {
    head: '',
    between: '',
    scanned: (scanned) => `${JSON.stringify(fieldsOf(scanned))}\n`,
    knownFile: () => '',
    ignored: (file) => `${JSON.stringify(ignoredResult(file))}\n`,
    unscanned: (file) => `${JSON.stringify(unscannedResult(file))}\n`,
    end: () => '',
  };
}

/** A result with places in the file; the same file gives the same output. */
export function placedResult(scanned: ScannedFile): object {
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

/** A file that is not judged. */
function ignoredResult(file: IgnoredFile): object {
  return { file: file.file, ...encodingField(file), ...leftOutFields(file), result: null };
}

/** A file that was not scanned. */
function unscannedResult({ file, problem, isSkipped }: UnscannedFile): object {
  return { file, problem, skipped: isSkipped, result: null };
}

function encodingField({ encoding }: IgnoredFile): object {
  return encoding ? { encoding } : {};
}

function leftOutFields(file: IgnoredFile): object {
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
export function wholeReport(scanned: ScannedFile): object {
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
