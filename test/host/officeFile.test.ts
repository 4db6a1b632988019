import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { wholeReport } from '../../src/client/client.ts';
import { revealSentence, scanAgain } from '../../src/editor/report/reveal.ts';
import { pdfOf, vastPdf } from '../unit/prose/documents/pdfs.ts';
import { closeAll, eventually, fileOf, messagesOf, reportCount, reportTabs, runningApp } from './harness.ts';
import { essay } from './texts.ts';

describe('a file of an office program', () => {
  afterEach(closeAll);

  it('is scanned from the explorer, and shows its report', async () => {
    const app = await runningApp();
    const paragraphs = essay.replaceAll(/\s*\n\s*/g, '\\par\n');
    const file = await fileOf('essay.rtf', `{\\rtf1\\ansi ${paragraphs}}`);
    const messages = await messagesOf(() =>
      vscode.commands.executeCommand('inkling.checkForAiWriting', file, [file]),
    );
    assert.deepEqual(messages, []);
    const [newest] = (await app.client.listReports({ sort_by: 'id', sort: 'desc' })).items;
    assert.match(newest?.title ?? '', /essay\.rtf$/);
    const { content } = await app.client.getReport(newest!.id);
    assert.equal(content?.replace(/\s+/g, ' '), essay.replace(/\s+/g, ' ').trim());
    await eventually(() => reportTabs().length === 1);
    const { service } = app.connected();
    const report = wholeReport(await app.client.getReport(newest!.id));
    assert.ok(report);
    const ref = { service, id: report.id };
    await assert.rejects(
      revealSentence(app, ref, report, { start: 0, end: 1 }),
      /essay\.rtf is not a text file/,
    );
    const before = await reportCount(app);
    await scanAgain(app, ref);
    assert.equal(await reportCount(app), before + 1);
  });

  it('that would use up all memory is reported, and the editor survives', async () => {
    const app = await runningApp();
    const file = await fileOf('vast.pdf', vastPdf());
    const messages = await messagesOf(() => vscode.commands.executeCommand('inkling.scanFile', file));
    assert.match(messages.join(), /vast\.pdf takes too much time or memory to read/);
    assert.ok((await app.client.listReports({})).items.length >= 0);
  });

  it('without text is reported with a remedy, and creates no report', async () => {
    const app = await runningApp();
    const before = await reportCount(app);
    const file = await fileOf('scan.pdf', pdfOf([[], []]));
    const messages = await messagesOf(() => vscode.commands.executeCommand('inkling.scanFile', file));
    assert.match(messages.join(), /scan\.pdf has almost no text .*Run OCR/);
    assert.equal(await reportCount(app), before);
  });
});
