import { documentKindOf } from '../../prose/languageOf.ts';
import type { AppBase } from '../app.ts';
import type { ReportRef } from '../core/reportRef.ts';

/** Whether the sentences of the report stand in a file or document that an editor of text shows. */
export function canReveal({ marks, files }: Pick<AppBase, 'marks' | 'files'>, report: ReportRef): boolean {
  const uri = files.of(report)?.uri ?? marks.documentsOf(report)[0]?.uri;
  return uri !== undefined && documentKindOf(uri.path) === null;
}
