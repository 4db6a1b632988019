import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import * as vscode from 'vscode';
import { hashedBlocksOf } from '../../src/scan/judged.ts';
import type { App } from '../../src/editor/app.ts';
import { TrackedSentences } from '../../src/editor/core/track.ts';
import {
  closeAll,
  eventually,
  fileOf,
  hoverAt,
  messagesOf,
  opened,
  reportCount,
  runningApp,
} from './harness.ts';
import { pressing, setSetting } from './service.ts';
import { brochure, placesInBrochure } from './texts.ts';

const { second, last } = placesInBrochure;

describe('marks', () => {
  let app: App;

  before(async () => {
    app = await runningApp();
  });
  afterEach(async () => {
    for (const name of [
      'live',
      'diagnostics',
      'diagnosticsSeverity',
      'codeLens',
      'scanOnSave',
      'exclude',
      'falsePositives.url',
    ])
      await setSetting(`inkling.${name}`, undefined);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await closeAll();
  });

  it('are walked from one flagged sentence to the next, round the end and back', async () => {
    const editor = await scanned('walk.md');
    const offset = (): number => editor.document.offsetAt(editor.selection.active);
    editor.selection = new vscode.Selection(0, 5, 0, 5);
    await vscode.commands.executeCommand('inkling.nextFlagged');
    assert.equal(offset(), second);
    await vscode.commands.executeCommand('inkling.previousFlagged');
    assert.equal(offset(), last);
    await vscode.commands.executeCommand('inkling.nextFlagged');
    assert.equal(offset(), second);
  });

  it('say of a sentence in three lines its strength, its own words and the whole text, and no number', async () => {
    const { document } = await scanned('speaks.md');
    const hovers = await Promise.all(
      [second, document.getText().indexOf('Additionally, they'), last].map((at) => hoverAt(document, at + 3)),
    );
    for (const hover of hovers) {
      const [headline, own, whole, links, ...more] = hover.split('\n\n');
      assert.match(
        headline ?? '',
        /^\*\*(Reads like AI\*\* <span[^>]*>[●○]{3}<\/span> (weak|moderate|strong)\\\. One sentence proves nothing, |The passage reads like AI, not this sentence by itself\*\*)/,
      );
      assert.match(own ?? '', /^(“.+”|Its overall wording): |^No single word stands out/);
      assert.match(whole ?? '', /^Whole text: Reads like AI\\\./);
      assert.match(links ?? '', /^\[Open report\]/);
      assert.deepEqual(more, []);
      const said = hover
        .replace(/\(command:[^)]*\)/g, '')
        .replace(/Of 1,000 human\\-written texts .* scores? as high/, '');
      assert.doesNotMatch(said, /\d[.,]\d|score|confidence/);
    }
    assert.ok(hovers.some((hover) => hover.includes('“')));
    assert.equal(await hoverAt(document, 5), '', 'a heading is no sentence');
  });

  it('have the strength of the sentence’s own words, and say if only the passage reads like AI', async () => {
    const { document } = await scanned('own.md');
    const marked = app.marks.of(document)!;
    Object.assign(marked.shown.result, { verdict: 'ai', confidence: 'high' });
    const { asAnalysed } = marked.shown.sentences;
    const of = async (own_score: number): Promise<string> => {
      for (const sentence of asAnalysed) Object.assign(sentence, { own_score });
      const hovers = await Promise.all(marked.flagged().map(({ start }) => hoverAt(document, start + 3)));
      return hovers.join('\n\n');
    };
    assert.match(await of(0.9), /●●●<\/span> strong/);
    assert.match(await of(0.7), /●●○<\/span> moderate/);
    assert.doesNotMatch(await of(0.7), /●●●/);
    const passage = await of(0.3);
    assert.doesNotMatch(passage, /●|○/);
    assert.match(passage, /\*\*The passage reads like AI, not this sentence by itself\*\*/);
    await setSetting('inkling.diagnostics', true);
    await eventually(() => vscode.languages.getDiagnostics(document.uri).length > 0);
    for (const { message } of vscode.languages.getDiagnostics(document.uri))
      assert.match(message, /^“.+”: The passage reads like AI, not this sentence by itself$/);
  });

  it('have one number beside the verdict in hover and CodeLens: how many human-written texts score as high', async () => {
    const { document } = await scanned('number.md');
    const false_alarms = { per_1000: 3, texts: 900, kind: 'essays', min_words: 60, max_words: null };
    Object.assign(app.marks.of(document)!.shown.result, { verdict: 'ai', false_alarms });
    const number = 'Of 1,000 human-written texts of the same kind and length, 3 score as high';
    const hover = (await hoverAt(document, second + 3)).replaceAll('\\', '');
    assert.ok(hover.includes(`Whole text: Reads like AI. ${number}. This is not the chance`), hover);
    await setSetting('inkling.codeLens', true);
    const [lens] = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      10,
    );
    assert.ok(lens?.command?.title.endsWith(`Inkling: Reads like AI · ${number}`), lens?.command?.title);
  });

  it('are hidden by the link of a hover in the document that it is over, not in the one with the cursor', async () => {
    const { document } = await scanned('over.md');
    const other = await scanned('cursor.md');
    await vscode.window.showTextDocument(other.document);
    const hover = await hoverAt(document, second + 3);
    await follow(hover, 'inkling.hideMarks');
    assert.equal(await hoverAt(document, second + 3), '');
    assert.notEqual(await hoverAt(other.document, second + 3), '');
  });

  it('of one sentence can be hidden, until the next scan', async () => {
    const { document } = await scanned('dismissed.md');
    await follow(await hoverAt(document, second + 3), 'inkling.dismissMark');
    assert.equal(await hoverAt(document, second + 3), '');
    assert.notEqual(await hoverAt(document, last + 3), '');
    await vscode.commands.executeCommand('inkling.scanFile', document.uri);
    assert.notEqual(await hoverAt(document, second + 3), '');
  });

  it('are as after the scan again when an edit is undone', async () => {
    const editor = await scanned('undone.md');
    const { document } = editor;
    const before = await hoverAt(document, second + 3);
    await replace(editor, second, last, 'All of it is other now. ');
    assert.equal(await hoverAt(document, last + 3), '');
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), brochure);
    assert.equal(await hoverAt(document, second + 3), before);
  });

  it('stay fresh when the line ends of the file are switched', async () => {
    const editor = await scanned('ends.md');
    const { document } = editor;
    assert.ok(
      await editor.edit((edit) => {
        edit.setEndOfLine(vscode.EndOfLine.CRLF);
      }),
    );
    const moved = document.getText().indexOf('By investing') + 3;
    await eventually(async () => (await hoverAt(document, moved)).includes('One sentence proves'));
  });

  it('come back when their document is opened again with the same text, and only then', async () => {
    const { document } = await scanned('closed.md');
    const { uri } = document;
    await closed(document);
    const again = await opened(uri);
    assert.notEqual(await hoverAt(again.document, second + 3), '');
    await closed(again.document);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(brochure.replace('crucial', 'small')));
    const other = await opened(uri);
    assert.equal(await hoverAt(other.document, second + 3), '');
  });

  it('go along with a file that is renamed', async () => {
    const { document } = await scanned('before.md');
    const to = vscode.Uri.joinPath(document.uri, '../after.md');
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(document.uri, to);
    assert.ok(await vscode.workspace.applyEdit(edit));
    const renamed = await opened(to);
    await eventually(async () => (await hoverAt(renamed.document, second + 3)) !== '');
  });

  it('are listed as one problem a passage only if that is chosen, each by its own words, and go with the marks', async () => {
    const editor = await scanned('listed.md');
    const { document } = editor;
    const problems = (): vscode.Diagnostic[] =>
      vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Inkling');
    assert.deepEqual(problems(), []);
    await setSetting('inkling.diagnostics', true);
    await eventually(() => problems().length === 3);
    const paragraphs = brochure.split('\n\n').slice(1);
    assert.deepEqual(
      problems().map(({ range }) => document.getText(range)),
      paragraphs.map((paragraph) => paragraph.trim()),
    );
    // Information would be drawn in the blue that means a person.
    assert.ok(problems().every(({ severity }) => severity === vscode.DiagnosticSeverity.Warning));
    await setSetting('inkling.diagnosticsSeverity', 'hint');
    await eventually(() => problems().every(({ severity }) => severity === vscode.DiagnosticSeverity.Hint));
    assert.equal(new Set(problems().map(({ message }) => message)).size, 3);
    assert.match(
      problems()[0]?.message ?? '',
      /^“Community gardens play .+ …” and 2 more sentences read like AI \((weak|moderate|strong)\)$/,
    );
    await replace(editor, second, second, 'Once there was a line. ');
    await eventually(() =>
      problems().some(({ range }) => document.getText(range).startsWith('Community gardens play')),
    );
    const middle = document.getText().indexOf('By transforming');
    await replace(editor, middle + 3, middle + 4, 'XX');
    // A changed sentence is none, and parts the passage.
    await eventually(() => problems().length === 4);
    assert.match(problems()[0]?.message ?? '', /^“Community gardens play .+ …” reads like AI \(/);
    const { scan } = app.marks.of(document)!;
    app.marks.show(document, { ...scan, result: { ...scan.result, verdict: 'uncertain' } });
    await eventually(() => problems().length === 0);
    app.marks.show(document, scan);
    await eventually(() => problems().length === 4);
    await vscode.commands.executeCommand('inkling.hideMarks', document.uri.toString());
    await eventually(() => problems().length === 0);
  });

  it('offer in a problem of several sentences what can be done with the one that has the cursor', async () => {
    const editor = await scanned('cursor.md');
    const { document } = editor;
    await setSetting('inkling.diagnostics', true);
    const problem = await eventually(() =>
      vscode.languages.getDiagnostics(document.uri).find(({ source }) => source === 'Inkling'),
    );
    const placeOffered = async (): Promise<number> => {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        problem.range,
      );
      const hide = actions.find(({ title }) => title === 'Inkling: Hide This Mark');
      return (hide?.command?.arguments as [{ offset: number }] | undefined)?.[0].offset ?? -1;
    };
    const third = document.getText().indexOf('Moreover, these gardens');
    const cursor = document.positionAt(third + 5);
    editor.selection = new vscode.Selection(cursor, cursor);
    await eventually(async () => (await placeOffered()) === third);
    const above = new vscode.Position(0, 0);
    editor.selection = new vscode.Selection(above, above);
    await eventually(async () => (await placeOffered()) === second);
  });

  it('offer what can be done with a flagged sentence, and nothing for one that is not', async () => {
    const { document } = await scanned('bulb.md');
    const titlesAt = async (offset: number): Promise<string[]> =>
      (await actionsAt(document, offset)).map(({ title }) => title);
    assert.deepEqual(await titlesAt(second + 3), [
      'Inkling: Show in Report',
      'Inkling: Explain…',
      'Inkling: Hide This Mark',
      'Inkling: Ignore This Passage',
    ]);
    await setSetting('inkling.falsePositives.url', 'https://code.example.org/acme/inkling/issues');
    assert.ok(
      (await titlesAt(second + 3)).includes('Inkling: Report False Positive…'),
      'where it leads somewhere',
    );
    assert.deepEqual(await titlesAt(5), []);
  });

  it('say how much was judged if a comment leaves out a passage, like report, page and summary', async () => {
    const passages = brochure.split('\n\n');
    const text = [...passages, '<!-- inkling-ignore: quoted from the council -->', passages.at(-1)].join(
      '\n\n',
    );
    const editor = await opened(await fileOf('partly.md', text));
    const { document } = editor;
    await vscode.commands.executeCommand('inkling.scanFile');
    const hover = await hoverAt(document, second + 3);
    assert.match(hover, /Judged part/);
    const report = app.marks.of(document)!.report;
    const notes = app.files.of(report)?.notes;
    assert.match(notes?.reasons[0]?.message ?? '', /^Left out of the score: \d+ words ignored by a comment/);
    const whole = await fileOf(
      'ignored.md',
      `<!-- inkling-ignore-start -->\n\n${brochure}\n\n<!-- inkling-ignore-end -->\n`,
    );
    assert.match(
      (await messagesOf(() => vscode.commands.executeCommand('inkling.scanFile', whole))).join(),
      /^Nothing to judge in ignored\.md: comments in the file exclude all of its prose/,
    );
  });

  it('of a passage marked as human disappear, and scans skip it; an ignored file is not scanned again', async () => {
    const folder = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, 'vouched');
    const write = (name: string, text: string): Thenable<void> =>
      vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), Buffer.from(text));
    const read = async (name: string): Promise<string> =>
      Buffer.from(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, name))).toString();
    await write('inkling.jsonc', '{\n  // ours\n}\n');
    await write('.inklingignore', '');
    await write('my garden.md', brochure);
    const uri = vscode.Uri.joinPath(folder, 'my garden.md');
    const scan = (): Thenable<string[]> =>
      messagesOf(() => vscode.commands.executeCommand('inkling.scanFile', uri));
    const { showInputBox } = vscode.window;
    Object.assign(vscode.window, { showInputBox: () => Promise.resolve('wrote it myself') });
    try {
      await opened(uri);
      assert.deepEqual(await scan(), []);
      const { document } = await opened(uri);
      await run(await actionsAt(document, second + 3), 'Inkling: Mark as Human…');
      await eventually(async () => (await hoverAt(document, second + 3)) === '');
      assert.notEqual(await hoverAt(document, last + 3), '');
      const configuration = await read('inkling.jsonc');
      assert.match(configuration, /"baseline": "inkling-baseline\.json"/);
      assert.match(configuration, /\/\/ ours/);
      const baseline = await read('inkling-baseline.json');
      assert.match(
        baseline,
        /"file":"my garden\.md","hash":"[\da-f]{32}","kept":true,"reason":"wrote it myself"/,
      );
      assert.doesNotMatch(baseline, /ommunity/);

      assert.deepEqual(await scan(), []);
      assert.equal(await hoverAt(document, second + 3), '');
      assert.match(await hoverAt(document, last + 3), /Judged part/);
      const said = app.marks.of(document)!.shown.result.reasons.map(({ message }) => message);
      assert.match(said.join(), /words marked as human/);
      const [newest] = (await app.client.listReports({ sort_by: 'id', sort: 'desc' })).items;
      assert.ok(!(await app.client.getReport(newest!.id)).content?.includes('Community gardens play'));

      await run(await actionsAt(document, last + 3), 'Inkling: Ignore This File');
      await eventually(async () => (await hoverAt(document, last + 3)) === '');
      assert.equal(await read('.inklingignore'), '/my\\ garden.md\n');
      assert.match((await scan()).join(), /^my garden\.md was not scanned: .*\.inklingignore excludes it\.$/);
    } finally {
      Object.assign(vscode.window, { showInputBox });
      await closeAll();
      await vscode.workspace.fs.delete(folder, { recursive: true });
    }
  });

  it('change no rules that can’t be read, and nothing is scanned by a guess at them', async () => {
    const folder = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, 'unreadable');
    const uri = vscode.Uri.joinPath(folder, 'garden.md');
    const rules = vscode.Uri.joinPath(folder, '.inklingignore');
    const scan = (): Thenable<string[]> =>
      messagesOf(() => vscode.commands.executeCommand('inkling.scanFile', uri));
    await vscode.workspace.fs.writeFile(uri, Buffer.from(brochure));
    try {
      await opened(uri);
      await scan();
      const { document } = await opened(uri);
      const utf16 = Buffer.from('\uFEFFdrafts/\n', 'utf16le');
      await vscode.workspace.fs.writeFile(rules, utf16);
      const ignore = async () => run(await actionsAt(document, second + 3), 'Inkling: Ignore This File');
      assert.match((await messagesOf(ignore)).join(), /\.inklingignore:1:1: not valid UTF-8/);
      assert.deepEqual(Buffer.from(await vscode.workspace.fs.readFile(rules)), utf16);
      await vscode.workspace.fs.delete(rules);
      await vscode.workspace.fs.createDirectory(rules);
      const refusal = /^unreadable\/\.inklingignore can’t be read \(FileIsADirectory\)\./;
      assert.match((await messagesOf(ignore)).join(), refusal);
      assert.match((await scan()).join(), refusal);
    } finally {
      await closeAll();
      await vscode.workspace.fs.delete(folder, { recursive: true });
    }
  });

  it('of a passage that a comment ignores go with the next scan; the comment is an edit that can be undone', async () => {
    const editor = await scanned('ignored.md');
    const { document } = editor;
    const before = document.getText();
    await run(await actionsAt(document, second + 3), 'Inkling: Ignore This Passage');
    const comment = '<!-- inkling-ignore -->\n\n';
    assert.equal(document.getText().replace(comment, ''), before);
    assert.equal(await hoverAt(document, second + comment.length + 3), '');
    assert.equal(
      document
        .getText()
        .slice(document.getText().indexOf(comment) + comment.length)
        .slice(0, 20),
      before.slice(second, second + 20),
    );
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), before);
    await vscode.commands.executeCommand('redo');
    await document.save();
    await vscode.commands.executeCommand('inkling.scanFile', document.uri);
    await eventually(async () => (await hoverAt(document, second + comment.length + 3)) === '');
    assert.notEqual(await hoverAt(document, last + comment.length + 3), '');
  });

  it('of a passage stay if the text changes while its comment is inserted, and the user is told', async () => {
    const { document } = await scanned('typing.md');
    const actions = await actionsAt(document, second + 3);
    const messages = await messagesOf(async () => {
      const running = run(actions, 'Inkling: Ignore This Passage');
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), 'A new line.\n\n');
      await vscode.workspace.applyEdit(edit);
      await running;
    });
    assert.match(messages.join(), /changed in the meantime\. No comment was added/);
    assert.ok(!document.getText().includes('inkling-ignore'));
    assert.notEqual(await hoverAt(document, second + 'A new line.\n\n'.length + 3), '');
  });

  it('of the right passage disappear, even in live mode, which numbers sentences anew', async () => {
    const { document } = await scanned('live-passage.md');
    const { scan } = app.marks.of(document)!;
    const fewer = new TrackedSentences(document.getText(), scan.sentences.asAnalysed.slice(3));
    app.marks.showLive(document, { ...scan, sentences: fewer });
    const messages = await messagesOf(async () =>
      run(await actionsAt(document, last + 3), 'Inkling: Ignore This Passage'),
    );
    assert.deepEqual(messages, []);
    assert.equal(await hoverAt(document, document.getText().indexOf('By investing') + 3), '');
    assert.notEqual(await hoverAt(document, document.getText().indexOf('Additionally, they') + 3), '');
  });

  it('go of the passage that a person vouched for, wherever it moved while they gave the reason', async () => {
    const folder = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, 'moved');
    const uri = vscode.Uri.joinPath(folder, 'moved.md');
    await vscode.workspace.fs.writeFile(uri, Buffer.from(brochure));
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, 'inkling.jsonc'), Buffer.from('{}'));
    const { showInputBox } = vscode.window;
    try {
      await opened(uri);
      await vscode.commands.executeCommand('inkling.scanFile', uri);
      const { document } = await opened(uri);
      const actions = await actionsAt(document, second + 3);
      Object.assign(vscode.window, {
        showInputBox: async () => {
          const edit = new vscode.WorkspaceEdit();
          edit.insert(uri, new vscode.Position(2, 0), `${brochure.split('\n')[4]}\n\n`);
          await vscode.workspace.applyEdit(edit);
          return '';
        },
      });
      await run(actions, 'Inkling: Mark as Human…');
      const baseline = vscode.Uri.joinPath(folder, 'inkling-baseline.json');
      const kept = Buffer.from(await vscode.workspace.fs.readFile(baseline)).toString();
      const [, meant] = hashedBlocksOf(brochure.replace(/^# /, ''));
      assert.ok(kept.includes(meant!.hash), kept);
    } finally {
      Object.assign(vscode.window, { showInputBox });
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await closeAll();
      await vscode.workspace.fs.delete(folder, { recursive: true });
    }
  });

  it('lead to the form for false positives without a word of the text, its name or its place', async () => {
    const { document } = await scanned('private-name.md');
    await setSetting('inkling.falsePositives.url', 'https://code.example.org/acme/inkling/issues');
    const { openExternal } = vscode.env;
    let address = '';
    Object.assign(vscode.env, {
      openExternal: (uri: vscode.Uri) => {
        address = uri.toString(true);
        return Promise.resolve(true);
      },
    });
    try {
      await run(await actionsAt(document, second + 3), 'Inkling: Report False Positive…');
    } finally {
      Object.assign(vscode.env, { openExternal });
    }
    const { pathname, searchParams } = new URL(address);
    assert.match(pathname, /\/issues\/new$/);
    assert.deepEqual([...searchParams.keys()], ['template', 'version', 'confidence', 'score']);
    assert.doesNotMatch(address, /private-name|ardens/);
  });

  it('are explained by the editor’s model only after the user was told where the sentence is sent', async () => {
    const { document } = await scanned('explained.md');
    const { selectChatModels } = vscode.lm;
    const asked: string[] = [];
    const model = {
      name: 'Parrot',
      vendor: 'acme',
      sendRequest: (messages: vscode.LanguageModelChatMessage[]) => {
        asked.push(JSON.stringify(messages));
        return Promise.resolve({ text: Readable.from(['It is ', 'grand.']) });
      },
    };
    let models: unknown[] = [];
    Object.assign(vscode.lm, { selectChatModels: () => Promise.resolve(models) });
    try {
      const actions = await actionsAt(document, second + 3);
      const explain = (press: string): ReturnType<typeof pressing> =>
        pressing(press, () => run(actions, 'Inkling: Explain…'));
      const [none] = await explain('Send');
      assert.match(none?.message ?? '', / This editor has none\.$/);
      models = [model];
      const [question] = await explain('no');
      assert.equal(question?.message, 'Send this sentence to Parrot?');
      assert.match(question.detail ?? '', /sent to Parrot \(acme\)/);
      assert.deepEqual(asked, [], 'sent before anyone agreed');
      await explain('Send');
      assert.equal(asked.length, 1);
      assert.match(asked[0]!, /Community gardens play a crucial role/);
      assert.doesNotMatch(asked[0]!, /Furthermore|explained\.md/, 'more than the sentence');
      await eventually(() =>
        vscode.workspace.textDocuments.some(
          (each) => each.isUntitled && each.getText().endsWith('It is grand.\n'),
        ),
      );
    } finally {
      Object.assign(vscode.lm, { selectChatModels });
    }
  });

  it('have their verdict above the first line if the user turned that on', async () => {
    const { document } = await scanned('lens.md');
    const lenses = (): Thenable<vscode.CodeLens[]> =>
      vscode.commands.executeCommand('vscode.executeCodeLensProvider', document.uri, 10);
    assert.deepEqual(await lenses(), []);
    await setSetting('inkling.codeLens', true);
    const [lens] = await lenses();
    assert.match(
      lens?.command?.title ?? '',
      /Inkling: Reads like AI(?: · Of 1,000 human-written texts .+)?$/,
    );
    assert.equal(lens?.command?.command, 'inkling.openReport');
  });

  it('appear at the first save and follow later ones, with one report, if turned on; excluded files have none', async () => {
    const before = await reportCount(app);
    const save = async (name: string, text: string): Promise<vscode.TextEditor> => {
      const open = vscode.workspace.workspaceFolders![0]!.uri;
      const uri = vscode.Uri.joinPath(open, name);
      await vscode.workspace.fs.writeFile(uri, Buffer.from(''));
      saved.push(uri);
      const editor = await opened(uri);
      await replace(editor, 0, 0, text);
      assert.ok(await editor.document.save());
      return editor;
    };
    const saved: vscode.Uri[] = [];
    await setSetting('inkling.scanOnSave', true);
    await setSetting('inkling.exclude', ['draft-*.md']);
    try {
      await save('draft-saved.md', brochure);
      const editor = await save('on-save.md', brochure);
      const { document } = editor;
      await eventually(async () => (await hoverAt(document, second + 3)).includes('One sentence proves'));
      await replace(editor, second, second + 'Community'.length, 'Our');
      assert.match(await hoverAt(document, second + 3), /Changed since the scan/);
      assert.ok(await document.save());
      await eventually(async () => (await hoverAt(document, second + 3)).includes('One sentence proves'));
      assert.equal(await reportCount(app), before + 1);
    } finally {
      await closeAll();
      for (const uri of saved) await vscode.workspace.fs.delete(uri);
    }
  });

  it('stay grey after an edit, unless live mode scores it again, which stores nothing', async () => {
    const editor = await scanned('live.md');
    const { document } = editor;
    const before = await reportCount(app);
    await replace(editor, second, second + 'Community'.length, 'Our');
    assert.match(await hoverAt(document, second + 3), /Changed since the scan/);
    await setSetting('inkling.live', true);
    await eventually(async () => (await hoverAt(document, second + 3)).includes('One sentence proves'));
    const sentence = 'Nobody minded the rain much, we had brought the soup anyway. ';
    await replace(editor, second, second, sentence);
    await eventually(async () => (await hoverAt(document, second + 3)).includes('One sentence proves'));
    assert.equal(await reportCount(app), before);
    await setSetting('inkling.live', false);
    await eventually(async () =>
      (await hoverAt(document, second + sentence.length + 3)).includes('Changed since the scan'),
    );
  });
});

async function actionsAt(document: vscode.TextDocument, offset: number): Promise<vscode.CodeAction[]> {
  const at = document.positionAt(offset);
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    new vscode.Range(at, at),
  );
  return actions.filter(({ title }) => title.startsWith('Inkling'));
}

async function run(actions: readonly vscode.CodeAction[], title: string): Promise<void> {
  const command = actions.find((action) => action.title === title)?.command;
  assert.ok(command, title);
  await vscode.commands.executeCommand(command.command, ...(command.arguments as unknown[]));
}

/** A document with these marks, in the active editor. */
async function scanned(name: string): Promise<vscode.TextEditor> {
  const uri = await fileOf(name, brochure);
  await opened(uri);
  await vscode.commands.executeCommand('inkling.scanFile', uri);
  return opened(uri);
}

async function replace(editor: vscode.TextEditor, from: number, to: number, text: string): Promise<void> {
  const { document } = editor;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(from), document.positionAt(to)), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

async function closed(document: vscode.TextDocument): Promise<void> {
  await closeAll();
  await eventually(() => document.isClosed);
}

/** Does what clicking a link of the hover does. */
async function follow(hover: string, command: string): Promise<void> {
  const [, query] = new RegExp(`\\(command:${command}\\?([^) ]*)`).exec(hover) ?? [];
  assert.ok(query, hover);
  const args = JSON.parse(decodeURIComponent(query)) as unknown[];
  await vscode.commands.executeCommand(command, ...args);
}
