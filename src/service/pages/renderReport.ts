import type { Report, ReportSummary } from '../../api/report.ts';
import { gzip, utf8Length } from '#platform';
import { reportDocumentInPieces } from '../../report/formats/html.ts';
import { reportMarkdown } from '../../report/formats/markdown.ts';
import type { ReportContext } from '../../report/view/view.ts';
import { german } from '../../report/words/de.ts';
import { english } from '../../report/words/en.ts';
import { chooseLanguage } from '../../report/words/words.ts';
import { readDetails } from '../detection/analysis.ts';
import { pageText, reportPage } from './views.ts';

/** The file formats of a report, by the extension of its address. */
export const formats = ['html', 'md', 'json'] as const;
export type Format = (typeof formats)[number];

/** The languages of reports; the first is the fallback. */
export const languages = [english, german] as const;

/** A report to render. Plain data, because it may be sent to another thread. */
export interface RenderJob {
  summary: ReportSummary;
  /** See `Analysis`. */
  details: Uint8Array;
  content: string;
  form: 'page' | Format;
  /** This and the next fields: see `ReportContext`. */
  part: number;
  /** A BCP 47 tag. */
  locale: string;
  place: Pick<ReportContext, 'host' | 'timeZone'>;
  isOwner: boolean;
  hasAccounts: boolean;
}

/** A rendered report in UTF-8, compressed to about a tenth, because the markup of its sentences is similar. */
export interface Rendered {
  gzipped: Uint8Array<ArrayBuffer>;
  /** In bytes, uncompressed. */
  length: number;
}

/** UTF-16 code units to compress at a time. */
const lengthAtOnce = 64 * 1024;

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
  const compressor = gzip();
  let length = 0;
  let waiting = '';
  const compress = (): void => {
    compressor.push(waiting);
    length += utf8Length(waiting);
    waiting = '';
  };
  for (const piece of pieces) {
    waiting += piece;
    if (waiting.length >= lengthAtOnce) compress();
  }
  compress();
  return { gzipped: compressor.end(), length };
}
