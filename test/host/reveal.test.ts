import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Report } from '../../src/api/report.ts';
import type { ServiceAddress } from '../../src/client/address.ts';
import { wholeReport } from '../../src/client/client.ts';
import type { App } from '../../src/editor/app.ts';
import type { MarkedDocument } from '../../src/editor/core/markedDocument.ts';
import type { Marks } from '../../src/editor/marks/marks.ts';
import { canReveal } from '../../src/editor/report/panel.ts';
import { revealSentence, type ReportSources, scanAgain } from '../../src/editor/report/reveal.ts';
import { ScannedFiles, type ScannedFile } from '../../src/editor/scannedFiles.ts';
import { ProseReader } from '../../src/editor/text/prose.ts';
import { isSameReport, type ReportRef } from '../../src/editor/core/reportRef.ts';
import { UserError } from '../../src/editor/userError.ts';
import { closeAll, fileOf, messagesOf, runningApp } from './harness.ts';
import { essay, sentenceInEssay } from './texts.ts';

/** Marks of one report in one document: a sentence of the report's content and where it stands in the document. */
function marksIn(
  document: vscode.TextDocument,
  report: ReportRef,
  sentences: { start: number; end: number; contentStart: number; contentEnd: number }[],
): Pick<Marks, 'documentsOf' | 'of'> {
  return {
    documentsOf: (asked) => (isSameReport(asked, report) ? [document] : []),
    of: (asked) => (asked === document ? ({ report, sentences } as unknown as MarkedDocument) : undefined),
  };
}

function refOf({ id }: Pick<Report, 'id'>): ReportRef {
  return { service: null, id };
}

const noMarks: Pick<Marks, 'documentsOf' | 'of'> = { documentsOf: () => [], of: () => undefined };

function memory(): vscode.Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: (key: string, otherwise?: unknown) => kept.get(key) ?? otherwise,
    update: (key: string, value: unknown) => {
      kept.set(key, value);
      return Promise.resolve();
    },
  } as vscode.Memento;
}

describe('a sentence of a report', () => {
  let app: App;
  let prose: ProseReader;
  let report: Report;
  let place: { start: number; end: number };

  before(async () => {
    app = await runningApp();
    prose = new ProseReader(app.context, app.log);
    const whole = wholeReport(await app.client.scan({ content: essay, title: 'pier.md' }));
    assert.ok(whole);
    report = whole;
    const start = report.content.indexOf(sentenceInEssay);
    place = { start, end: start + sentenceInEssay.length };
  });
  after(() => {
    prose.dispose();
  });
  afterEach(closeAll);

  async function sourcesFor(file?: ScannedFile, marks = noMarks): Promise<ReportSources> {
    const files = new ScannedFiles(memory());
    if (file) await files.remember(refOf(report), file);
    return { marks: marks as Marks, files, prose };
  }

  it('is offered in the editor only if one shows the text', async () => {
    const canShow = async (name?: string): Promise<boolean> => {
      const file = name === undefined ? undefined : { uri: vscode.Uri.file(`/tmp/${name}`), isPart: false };
      return canReveal(await sourcesFor(file), refOf(report));
    };
    assert.ok(await canShow('pier.md'));
    assert.ok(!(await canShow('pier.pdf')));
    assert.ok(!(await canShow()), 'the clipboard, or a file that is unknown here');
  });

  const selectedText = (): string | undefined => {
    const editor = vscode.window.activeTextEditor;
    return editor?.document.getText(editor.selection);
  };

  it('is selected where its mark is now', async () => {
    const document = await vscode.workspace.openTextDocument(await fileOf('pier.md', `Moved. ${essay}`));
    const at = document.getText().indexOf(sentenceInEssay);
    const marked = {
      start: at,
      end: at + sentenceInEssay.length,
      contentStart: place.start,
      contentEnd: place.end,
    };
    await revealSentence(
      await sourcesFor(undefined, marksIn(document, refOf(report), [marked])),
      refOf(report),
      report,
      place,
    );
    assert.equal(selectedText(), sentenceInEssay);
  });

  it('is found in the file that was scanned, without marks and wherever it moved', async () => {
    const uri = await fileOf('pier.md', essay.replace('# What', 'A new beginning of two words.\n\n# What'));
    await revealSentence(await sourcesFor({ uri, isPart: false }), refOf(report), report, place);
    assert.ok(selectedText()?.startsWith(sentenceInEssay));
  });

  it('is found in a file of a language that is not prose', async () => {
    const uri = await fileOf('pier.bin-text', essay);
    await revealSentence(await sourcesFor({ uri, isPart: false }), refOf(report), report, place);
    assert.ok(selectedText()?.startsWith(sentenceInEssay));
  });

  it('is reported as changed when the file no longer contains it', async () => {
    const uri = await fileOf('pier.md', essay.replaceAll(sentenceInEssay, 'Nothing was written about it'));
    await assert.rejects(
      revealSentence(await sourcesFor({ uri, isPart: false }), refOf(report), report, place),
      (error) => error instanceof UserError && error.message.includes('pier.md no longer contains it'),
    );
  });

  it('of a report that was made elsewhere leads to scanning the file here', async () => {
    await assert.rejects(
      revealSentence(await sourcesFor(), refOf(report), report, place),
      (error) => error instanceof UserError && error.message.includes('Open the file and run Scan File'),
    );
  });

  it('of a missing file is reported as such', async () => {
    const gone = vscode.Uri.file('/nowhere/pier.md');
    await assert.rejects(
      revealSentence(await sourcesFor({ uri: gone, isPart: false }), refOf(report), report, place),
      UserError,
    );
  });

  describe('when its report is scanned again', () => {
    it('asks for the file, if that is not known here', async () => {
      await assert.rejects(scanAgain(await sourcesFor(), refOf(report)), /Open the file and run Scan File/);
    });

    it('offers to scan the whole file if the marks of the part are gone', async () => {
      const uri = await fileOf('pier.md', essay);
      const failure = await scanAgain(await sourcesFor({ uri, isPart: true }), refOf(report)).catch(
        (error: unknown) => error,
      );
      assert.ok(failure instanceof UserError);
      assert.match(failure.message, /covers part of pier\.md, and its marks are gone/);
      assert.deepEqual(
        failure.actions.map(({ title }) => title),
        ['Scan Whole File'],
      );
      const before = (await app.client.listReports()).total ?? 0;
      await failure.actions[0]?.run();
      assert.equal((await app.client.listReports()).total, before + 1);
    });

    it('selects the part again, from the first to the last sentence of it', async () => {
      const uri = await fileOf('pier.md', essay);
      const document = await vscode.workspace.openTextDocument(uri);
      const at = essay.indexOf(sentenceInEssay);
      const marks = marksIn(document, refOf(report), [
        { start: at, end: at + 3, contentStart: 0, contentEnd: 3 },
        { start: at + 4, end: at + sentenceInEssay.length, contentStart: 4, contentEnd: 9 },
      ]);
      await scanAgain(await sourcesFor({ uri, isPart: true }, marks), refOf(report));
      assert.equal(selectedText(), sentenceInEssay);
    });

    it('says whether there is a new report: a scan that was refused leaves the old panel open', async () => {
      const uri = await fileOf('empty.md', '');
      const sources = await sourcesFor({ uri, isPart: false });
      let isNew: boolean | undefined;
      const messages = await messagesOf(async () => (isNew = await scanAgain(sources, refOf(report))));
      assert.equal(messages.length, 1);
      assert.equal(isNew, false);
    });
  });

  it('is looked for in the file that was scanned last, of three hundred that are remembered', async () => {
    const files = new ScannedFiles(memory());
    const uri = vscode.Uri.file('/pier.md');
    for (let number = 0; number < 301; number++)
      await files.remember(refOf({ id: `${number}` }), { uri, isPart: false });
    assert.equal(files.of(refOf({ id: '0' })), undefined);
    assert.equal(files.of(refOf({ id: '300' }))?.uri.path, '/pier.md');
  });

  it('is not looked for in the file of another service’s report with the same id', async () => {
    const files = new ScannedFiles(memory());
    const service = 'https://detector.example' as ServiceAddress;
    await files.remember({ service, id: '1' }, { uri: vscode.Uri.file('/theirs.md'), isPart: false });
    assert.equal(files.of(refOf({ id: '1' })), undefined);
    await files.remember(refOf({ id: '1' }), { uri: vscode.Uri.file('/ours.md'), isPart: false });
    assert.equal(files.of({ service, id: '1' })?.uri.path, '/theirs.md');
  });

  it('is not looked for in what another version of Inkling wrote down', () => {
    const other = { ...memory(), get: () => [{ report: 7 }] } as unknown as vscode.Memento;
    assert.equal(new ScannedFiles(other).of(refOf({ id: '7' })), undefined);
  });

  it('counts for its own folder alone, and only where this machine scanned it', async () => {
    const files = new ScannedFiles(memory());
    const folder = vscode.Uri.file('/home/thesis');
    const service = 'https://detector.example' as ServiceAddress;
    const remember = (report: ReportRef, path: string): Promise<void> =>
      files.remember(report, { uri: vscode.Uri.file(path), isPart: false });
    await remember({ service, id: '1' }, '/home/thesis/sent.md');
    await remember(refOf({ id: '2' }), '/home/thesis-old/ours.md');
    assert.equal(files.hasLocalScanIn(folder), false);
    await remember(refOf({ id: '3' }), '/home/thesis/chapters/ours.md');
    assert.equal(files.hasLocalScanIn(folder), true);
  });
});
