import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { FetchedReport } from '../../src/client/client.ts';
import type { App } from '../../src/editor/app.ts';
import { saveReport } from '../../src/editor/report/save.ts';
import { runningApp } from './harness.ts';
import { essay, sentenceInEssay } from './texts.ts';

describe('saving a report', () => {
  const { showQuickPick, showSaveDialog } = vscode.window;
  let app: App;
  let report: FetchedReport;
  let target: string;
  let proposed: string | undefined;

  before(async () => {
    app = await runningApp();
    report = await app.client.scan({ content: essay, title: 'pier & co.md' });
  });
  beforeEach(() => {
    target = join(mkdtempSync(join(tmpdir(), 'inkling-host-')), 'saved');
    proposed = undefined;
  });
  afterEach(() => {
    Object.assign(vscode.window, { showQuickPick, showSaveDialog });
  });

  /** @param format that the user picks, or `undefined` for none. @param saves whether they name a file then. */
  async function save(
    fetched: FetchedReport,
    format: string | undefined,
    saves = true,
    host: string | null = null,
  ): Promise<string> {
    Object.assign(vscode.window, {
      showQuickPick: (formats: vscode.QuickPickItem[]) =>
        Promise.resolve(formats.find(({ label }) => label === format)),
      showSaveDialog: ({ defaultUri }: vscode.SaveDialogOptions) => {
        proposed = defaultUri?.path.split('/').at(-1);
        return Promise.resolve(saves ? vscode.Uri.file(target) : undefined);
      },
    });
    await saveReport(fetched, { ...app.language, host, timeZone: 'UTC' });
    return existsSync(target) ? readFileSync(target, 'utf8') : '';
  }

  it('as HTML makes a single self-contained page', async () => {
    const page = await save(report, 'HTML');
    assert.match(page, /^<!doctype html>/i);
    assert.ok(page.includes(sentenceInEssay));
    assert.doesNotMatch(page, /<script|(src|href)="https?:/);
    assert.equal(proposed, 'pier-co-inkling.html', 'a name that every file system takes');
  });

  it('keeps the old file, and says why, if the new text can’t be written', async () => {
    mkdirSync(target);
    await assert.rejects(save(report, 'HTML'), {
      name: 'UserError',
      message: /saved can’t be written \(EISDIR\)\. Check its folder, permissions and disk\.$/,
    });
  });

  it('as Markdown makes a text for notes', async () => {
    assert.match(await save(report, 'Markdown'), /^# /);
  });

  it('as JSON keeps all that the service said', async () => {
    const saved = JSON.parse(await save(report, 'JSON')) as Record<string, unknown>;
    assert.deepEqual({ ...saved, url: report.url }, report.fields);
    assert.ok(!('url' in saved), 'this machine has no page at an address of its own');
  });

  it('without a verdict saves it as it came, without asking for a format', async () => {
    const saved = await save({ ...report, title: null, result: null }, undefined, true, 'a.test');
    assert.deepEqual(JSON.parse(saved), report.fields);
    assert.equal(proposed, 'report-inkling.json');
  });

  it('writes nothing when the user changes their mind', async () => {
    assert.equal(await save(report, undefined), '');
    assert.equal(await save(report, 'HTML', false), '');
  });
});
