import type { ScannedFile } from '../scan.ts';
import { jsonFormat, jsonLinesFormat } from './json.ts';
import { markdownFormat } from './markdown.ts';
import { sarifFormat } from './sarif.ts';
import { textFormat } from './text.ts';

/** A way to print results: what is written for each file as it comes, and at the end. */
export interface Format {
  scanned(file: ScannedFile): string;
  /** A file that could not be scanned, which standard error names too. */
  failed(file: string, problem: string): string;
  end(): string;
}

/** The ways to print, by the name that `--format` takes. */
export const formats = {
  text: textFormat,
  json: jsonFormat,
  jsonl: jsonLinesFormat,
  sarif: sarifFormat,
  markdown: markdownFormat,
} satisfies Record<string, () => Format>;
export type FormatName = keyof typeof formats;
