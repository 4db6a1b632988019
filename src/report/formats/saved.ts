/** A report as a file or a summary. A bundle of its own, which the extension loads when the first one is asked for. */
export { reportDocument } from './html.ts';
export { reportMarkdown } from './markdown.ts';
export { reportSummary } from './summaryText.ts';
