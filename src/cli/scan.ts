import { basename } from 'node:path';
import type { Report } from '../api/report.ts';
import { wholeReport, type Client } from '../client/client.ts';
import { extractProse } from '../prose/extract.ts';
import { languageOf } from '../prose/languageOf.ts';
import type { Prose } from '../prose/prose.ts';
import { createLocalClient } from './localClient.ts';
import { FileProblem, readText } from './readText.ts';
import { reportInText } from './text.ts';

export type Format = 'text' | 'json';

/** Where results and complaints go: a process, or what stands for one in a test. */
export interface Output {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** A file that was scanned. */
export interface ScannedFile {
  file: string;
  document: string;
  prose: Prose;
  report: Report;
}

/**
 * Scans each file and prints its result, in the order named; says on standard error which could not be scanned,
 * and goes on.
 * @returns the exit code: 0, or 2 when a file could not be scanned.
 * @throws StartError when the model file is missing or damaged.
 */
export async function scanFiles(files: readonly string[], format: Format, output: Output): Promise<0 | 2> {
  const client = await createLocalClient();
  const scanned: ScannedFile[] = [];
  let exitCode: 0 | 2 = 0;
  for (const file of files) {
    try {
      const result = await scanFile(client, file);
      if (format === 'text') output.stdout.write(reportInText(result));
      scanned.push(result);
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      output.stderr.write(`inkling: ${file} ${error.message}\n`);
      exitCode = 2;
    }
  }
  if (format === 'json') {
    const reports = scanned.map(({ file, report }) => ({ file, ...report }));
    output.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
  }
  return exitCode;
}

async function scanFile(client: Client, file: string): Promise<ScannedFile> {
  const document = await readText(file);
  if (document.trim() === '') throw new FileProblem('is empty, so there is nothing to scan.');
  const prose = extractProse(document, languageOf(file));
  if (prose === undefined) {
    throw new FileProblem(
      'is in a format that Inkling can’t read prose from. It reads Markdown, plain text, HTML, LaTeX, reStructuredText, AsciiDoc and commit messages.',
    );
  }
  if (prose.text.trim() === '') {
    throw new FileProblem('holds no prose, only code or markup, so there is nothing to scan.');
  }
  const report = wholeReport(await client.scan({ content: prose.text, title: basename(file).slice(0, 255) }));
  if (report === null) throw new Error('The service in this process answered with less than a report.');
  return { file, document, prose, report };
}
