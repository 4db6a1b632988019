import type { Report, Verdict } from '../api/report.ts';
import { wholeReport, type Client } from '../client/client.ts';
import { unjudgeableReason } from '../report/model/noVerdict.ts';
import { filesOf } from './files.ts';
import type { Format, ScannedFile } from './formats/format.ts';
import { jsonFormat, jsonLinesFormat } from './formats/json.ts';
import { markdownFormat } from './formats/markdown.ts';
import { sarifFormat } from './formats/sarif.ts';
import { textFormat } from './formats/text.ts';
import { createLocalClient } from './localClient.ts';
import { FileProblem, readProse, titleOf } from './readProse.ts';
import type { FormatName, Output, ScanSettings } from './settings.ts';

const formats: Record<FormatName, () => Format> = {
  text: textFormat,
  json: jsonFormat,
  jsonl: jsonLinesFormat,
  sarif: sarifFormat,
  markdown: markdownFormat,
};

/**
 * Scans the files that the arguments mean and prints their results, in the order named; says on standard error which
 * failed and which could not be scanned, and goes on.
 * @returns the exit code: 0; 1 when a file failed as the settings say; 2 when one could not be scanned.
 * @throws StartError when the model file is missing or damaged.
 */
export async function scanFiles(
  args: readonly string[],
  settings: ScanSettings,
  { stdout, stderr }: Output,
): Promise<0 | 1 | 2> {
  const client = await createLocalClient();
  const format = formats[settings.format]();
  let failed = 0;
  let unscanned = 0;
  let skipped = 0;
  const { files, unreadable } = await filesOf(args);
  const cannotScan = (path: string, problem: string): void => {
    stdout.write(format.failed(path, problem));
    stderr.write(`inkling: ${path} ${problem}\n`);
    unscanned++;
  };
  for (const { folder, problem } of unreadable) cannotScan(folder, problem);
  for (const { file, named } of files) {
    try {
      const scanned = await scanFile(client, file);
      stdout.write(format.scanned(scanned));
      if (fails(scanned.report, settings)) {
        stderr.write(
          `inkling: ${file} fails: ${scanned.report.result.verdict}, score ${scanned.report.result.score.toFixed(2)}\n`,
        );
        failed++;
      }
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      if (error.isNothing && !named) {
        skipped++;
        continue;
      }
      cannotScan(file, error.message);
    }
  }
  stdout.write(format.end());
  if (skipped > 0) stderr.write(`inkling: ${skipped} more without prose that Inkling reads\n`);
  if (unscanned > 0) return 2;
  return failed > 0 ? 1 : 0;
}

/** What can't be judged never fails: its score is no evidence. */
function fails({ result }: Report, { failOn, threshold }: ScanSettings): boolean {
  if (unjudgeableReason(result)) return false;
  const failing: readonly Verdict[] = failOn === 'mixed' ? ['mixed', 'ai'] : failOn === 'ai' ? ['ai'] : [];
  return failing.includes(result.verdict) || (threshold !== undefined && result.score >= threshold);
}

async function scanFile(client: Client, file: string): Promise<ScannedFile> {
  const { document, prose } = await readProse(file);
  const report = wholeReport(await client.scan({ content: prose.text, title: titleOf(file) }));
  if (report === null) throw new Error('The service in this process answered with less than a report.');
  return { file, document, prose, report };
}
