import type { Report, ReportSummary } from '../../api/report.ts';
import { reportDocument } from '../../report/formats/html.ts';
import { reportMarkdown } from '../../report/formats/markdown.ts';
import { partOf } from '../../report/view/parts.ts';
import { sentencesOf } from '../../report/model/sentences.ts';
import type { ReportContext } from '../../report/view/view.ts';
import { german } from '../../report/words/de.ts';
import { english } from '../../report/words/en.ts';
import { chooseLanguage } from '../../report/words/reportWords.ts';
import type { Format } from './reportAccess.ts';
import { readDetails } from '../detection/analysis.ts';
import { pageText } from './respond.ts';
import { reportPage } from './views/report.ts';

/** What reports are written in for readers; the first stands in for any other. */
export const languages = [english, german] as const;

/** What is to be rendered. It can be sent to another thread. */
export interface RenderJob {
  summary: ReportSummary;
  /** See `Analysis`. */
  details: Uint8Array;
  content: string;
  form: 'page' | Format;
  /** Of a page: see `ReportContext`. */
  part: number;
  /** A BCP 47 tag. */
  locale: string;
  place: Pick<ReportContext, 'host' | 'timeZone'>;
  isOwner: boolean;
  hasAccounts: boolean;
}

/**
 * Renders a report as a page, or as a file, in UTF-8. For a text of a megabyte this takes a second or more.
 * @returns `null` when the text has not so many parts.
 */
export function renderReport(job: RenderJob): Uint8Array<ArrayBuffer> | null {
  const text = textOf(job);
  return text === null ? null : new TextEncoder().encode(text);
}

function textOf({ summary, details, content, form, part, ...job }: RenderJob): string | null {
  const result = { ...summary.result, ...readDetails(details) };
  const report: Report = { ...summary, result, content };
  const reader = { ...job.place, ...chooseLanguage([job.locale], languages) };
  switch (form) {
    case 'page':
      if (part > 1 && !partOf(content, sentencesOf(report), part)) return null;
      return pageText(reportPage(report, { ...reader, part }, job));
    case 'html':
      return reportDocument(report, reader);
    case 'md':
      return reportMarkdown(report, reader);
    case 'json':
      return JSON.stringify(report, null, 2);
  }
}
