import type { Report, ReportSummary } from '../../api/report.ts';
import { gunzipSync, gzipSync } from 'node:zlib';
import { reportDocumentInPieces } from '../../report/formats/html.ts';
import { reportMarkdown } from '../../report/formats/markdown.ts';
import type { ReportContext } from '../../report/view/view.ts';
import { german } from '../../report/words/de.ts';
import { english } from '../../report/words/en.ts';
import { chooseLanguage } from '../../report/words/reportWords.ts';
import type { Format } from './reportAccess.ts';
import { readDetails } from '../detection/analysis.ts';
import { pageText } from './respond.ts';
import { reportPage } from './views/report.ts';

/** The languages of reports; the first is the fallback. */
export const languages = [english, german] as const;

/** A report to render. Plain data, because it may be sent to another thread. */
export interface RenderJob {
  summary: ReportSummary;
  /** See `Analysis`. */
  details: Uint8Array;
  content: string;
  form: 'page' | Format;
  /** The context of a page: see `ReportContext`. */
  part: number;
  /** A BCP 47 tag. */
  locale: string;
  place: Pick<ReportContext, 'host' | 'timeZone'>;
  isOwner: boolean;
  hasAccounts: boolean;
}

/**
 * A rendered report in UTF-8, compressed to about a tenth, because the markup of its sentences is similar. Each
 * member is a separate gzip file that takes less than a millisecond to unpack.
 */
export interface Rendered {
  members: readonly Uint8Array<ArrayBuffer>[];
  /** In bytes, unpacked. */
  length: number;
}

/** Its size in memory, in bytes. */
export function sizeOf({ members }: Rendered): number {
  return members.reduce((sum, { length }) => sum + length, 0);
}

export function* unpacked({ members }: Rendered): Generator<Uint8Array> {
  for (const member of members) yield gunzipSync(member);
}

/** UTF-16 code units per compressed member. */
const memberLength = 64 * 1024;

/** Renders a report as a page or a file. For a text of a megabyte this takes a second or more. */
export function renderReport(job: RenderJob): Rendered {
  const { summary, details, content } = job;
  const result = { ...summary.result, ...readDetails(details) };
  const report: Report = { ...summary, result, content };
  return compressed(piecesOf(report, job));
}

function* piecesOf(report: Report, { form, part, ...job }: RenderJob): Generator<string> {
  const reader = { ...job.place, ...chooseLanguage([job.locale], languages) };
  switch (form) {
    case 'page':
      yield pageText(reportPage(report, { ...reader, part }, job));
      return;
    case 'html':
      yield* reportDocumentInPieces(report, reader);
      return;
    case 'md':
      yield reportMarkdown(report, reader);
      return;
    case 'json':
      yield* jsonInPieces(report);
      return;
  }
}

/** The same text as `JSON.stringify` with an indent of two spaces. */
function* jsonInPieces({ content, result, ...summary }: Report): Generator<string> {
  const { segments, evidence, ...judged } = result;
  const open = (value: object) => JSON.stringify(value, null, 2).slice(0, -2);
  const indented = (value: unknown, by: string) => JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`);
  yield `${open(summary)},\n  "result": ${indented(judged, '  ').slice(0, -4)},\n    "segments": [`;
  for (const [i, segment] of segments.entries()) {
    yield `${i === 0 ? '' : ','}\n      ${indented(segment, '      ')}`;
  }
  yield `${segments.length === 0 ? '' : '\n    '}],\n    "evidence": ${indented(evidence, '    ')}\n  },`;
  yield `\n  "content": ${JSON.stringify(content)}\n}`;
}

function compressed(pieces: Iterable<string>): Rendered {
  const members: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let waiting: string[] = [];
  let units = 0;
  const compress = (): void => {
    const bytes = Buffer.from(waiting.join(''));
    for (let at = 0; at < bytes.length; at += 2 * memberLength)
      members.push(new Uint8Array(gzipSync(bytes.subarray(at, at + 2 * memberLength), { level: 1 })));
    length += bytes.length;
    waiting = [];
    units = 0;
  };
  for (const piece of pieces) {
    waiting.push(piece);
    units += piece.length;
    if (units >= memberLength) compress();
  }
  if (units > 0) compress();
  return { members, length };
}
