import type { Report } from '../../../src/api/report.ts';
import { reportView, type ReportContext } from '../../../src/report/view/view.ts';

/** Helpers that read the view's markup back. Ours is regular: values hold no `<`, `>` or `"` unescaped. */

/** What a reader sees of it, entities decoded, white space as it is. */
export function textOf(markup: string): string {
  return decoded(markup.replace(/<[^>]*>/g, ''));
}

/** The tags with their attributes' names, and all that came in as a value left out. */
export function skeletonOf(markup: string): string[] {
  return (markup.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'));
}

/** Each element that stands for a sentence or a part of one, in the text. */
export function piecesOf(markup: string): { start: number; end: number; band: string; text: string }[] {
  const pieces = markup.matchAll(
    /<span class="s ([a-z]*)(?: passage)?"[^>]* data-start="(\d+)" data-end="(\d+)"[^>]*>([^<]*)<\/span>/g,
  );
  return [...pieces].map(([, band, start, end, text]) => ({
    start: Number(start),
    end: Number(end),
    band: band ?? '',
    text: decoded(text ?? ''),
  }));
}

/** The inside of the element with the name, from its first tag to its last. */
export function inside(markup: string, name: string): string {
  return markup.slice(markup.indexOf(`<${name}`), markup.lastIndexOf(`</${name}>`));
}

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** A report's view, whole. */
export function renderReport(report: Report, context: ReportContext): string {
  return reportView(report, context).toString();
}
