import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../src/editor/app.ts';
import { warmUp } from '../../src/editor/scan/register.ts';
import { fileOf, runningApp } from './harness.ts';
import { essay } from './texts.ts';

describe('starting ahead what a scan takes', () => {
  let app: App;
  let folder: string;
  let document: vscode.TextDocument;

  before(async () => {
    app = await runningApp();
    const open = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    assert.ok(open);
    folder = await mkdtemp(join(open, 'ahead-'));
    const path = join(folder, 'pier.md');
    await writeFile(path, essay);
    document = await vscode.workspace.openTextDocument(path);
  });
  after(async () => {
    await rm(folder, { recursive: true });
  });

  /** @returns what was done, in order: `prepare`, and the texts that were analysed. */
  async function doneWith(parts: { hasScans?: boolean; host?: string }, of = document): Promise<string[]> {
    const { hasScans = true, host = null } = parts;
    const done: string[] = [];
    const fakes = {
      files: { hasLocalScanIn: () => hasScans },
      selectedService: { prepare: () => done.push('prepare') },
    } as unknown as App;
    const all: App = {
      ...app,
      ...fakes,
      host,
      detectEdited: (text, signal) => {
        done.push(text.content);
        return app.detectEdited(text, signal);
      },
    };
    const isStarted = await warmUp(all, of, new AbortController().signal);
    assert.equal(isStarted, done.length > 0);
    return done;
  }

  it('runs both threads once, on a sample and not on the document', async () => {
    const [first, analysed = '', ...others] = await doneWith({});
    assert.deepEqual([first, others], ['prepare', []]);
    assert.match(analysed, /^The gauge/);
    for (const line of essay.split('\n').filter((each) => each.trim() !== ''))
      assert.ok(!analysed.includes(line), line);
  });

  it('starts nothing where nothing was scanned, for a remote service, and outside of the open folders', async () => {
    assert.deepEqual(await doneWith({ hasScans: false }), []);
    assert.deepEqual(await doneWith({ host: 'detector.example.com' }), []);
    const outside = await vscode.workspace.openTextDocument(await fileOf('pier.md', essay));
    assert.deepEqual(await doneWith({}, outside), []);
  });
});
