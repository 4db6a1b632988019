/** A report as a file. A bundle of its own, which the extension loads when the first report is saved. */
export { reportDocument } from './html.ts';
export { reportMarkdown } from './markdown.ts';
