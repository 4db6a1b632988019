import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Wait } from '../../client/retry.ts';
import { withoutBidiControls } from '../core/bidi.ts';
import { withCancel, type Step } from '../progress.ts';
import { beginScan } from './begin.ts';
import { scanFile, type BatchParts } from './file.ts';
import type { ScanParts } from './scan.ts';
import { tellOutcome, type Outcome } from './summary.ts';

/** More than this is asked about first: each leaves a report. */
const manyFiles = 200;

/**
 * Scans files one after the other and tells in one message what came out. What was scanned before a failure or a
 * cancel stays, and is told as well, with a way to go on. Open documents get their marks; no panel opens.
 * @param leftOut how many files that were meant, too, are no documents.
 * @throws ApiError when the service fails, or is gone for minutes; an AbortError when cancelled.
 */
export async function scanFiles(parts: ScanParts, files: readonly vscode.Uri[], leftOut = 0): Promise<void> {
  if (files.length > manyFiles && !(await confirmMany(files.length))) return;
  const begun = await beginScan(parts.app, files[0], vscode.l10n.t('{0} files', files.length));
  await scanBegun({ ...parts, ...begun, runId: randomUUID() }, files, leftOut);
}

async function scanBegun(parts: BatchParts, files: readonly vscode.Uri[], leftOut: number): Promise<void> {
  const { app } = parts;
  const outcome: Outcome = {
    service: parts.service,
    scanned: [],
    project: parts.fields.project,
    skipped: [],
    failed: [],
    twice: [],
    leftOut,
    files: files.length,
  };
  let finished = 0;
  try {
    await withCancel(vscode.l10n.t('Scanning'), async (signal, tell) => {
      for (const file of files) {
        signal.throwIfAborted();
        const step = stepOf(finished, files);
        tell(step);
        const onWait = (wait: Wait | null): void => {
          tell({ message: wait === null ? step.message : waitInWords(finished, files, wait) });
        };
        await scanFile(parts, file, outcome, { signal, onWait });
        finished++;
      }
    });
  } finally {
    if (outcome.scanned.length + outcome.failed.length > 0) app.reportsChanged();
    const rest = files.slice(finished);
    void tellOutcome(app, outcome, rest.length === 0 ? undefined : () => scanRest(parts, rest));
  }
}

/** Goes on with what was not done, as the user began it; by the service that is chosen now. */
async function scanRest(parts: BatchParts, rest: readonly vscode.Uri[]): Promise<void> {
  const { app } = parts;
  await app.service.allowSending();
  await scanBegun({ ...parts, ...app.connected() }, rest, 0);
}

function waitInWords(i: number, files: readonly vscode.Uri[], { error, milliseconds }: Wait): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return error.code === 'rateLimited'
    ? vscode.l10n.t(
        '{0} of {1}: the service wants a pause. Trying again in {2} s…',
        i + 1,
        files.length,
        seconds,
      )
    : vscode.l10n.t(
        '{0} of {1}: the service doesn’t answer. Trying again in {2} s…',
        i + 1,
        files.length,
        seconds,
      );
}

function stepOf(i: number, files: readonly vscode.Uri[]): Step {
  const file = files[i]!;
  return {
    message: vscode.l10n.t(
      '{0} of {1} · {2}',
      i + 1,
      files.length,
      withoutBidiControls(vscode.workspace.asRelativePath(file)),
    ),
    increment: i === 0 ? 0 : 100 / files.length,
  };
}

async function confirmMany(count: number): Promise<boolean> {
  const scan = vscode.l10n.t('Scan {0} Files', count);
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t('Scan {0} files?', count),
    { modal: true, detail: vscode.l10n.t('Each of them leaves a report. You can cancel at any time.') },
    scan,
  );
  return chosen === scan;
}
