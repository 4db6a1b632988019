import { watch, type FSWatcher } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CodeActionKind,
  createConnection,
  ErrorCodes,
  MarkupKind,
  MessageType,
  PositionEncodingKind,
  ProposedFeatures,
  ResponseError,
  ShowMessageNotification,
  TextDocuments,
  TextDocumentSyncKind,
  type ClientCapabilities,
  type CodeAction,
  type CodeActionParams,
  type ExecuteCommandParams,
  type Hover,
  type HoverParams,
  type InitializeParams,
  type InitializeResult,
  type ShowMessageParams,
  type WorkDoneProgressReporter,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import * as v from 'valibot';
import manifest from '../../../package.json' with { type: 'json' };
import { ConfigError, findConfiguration, type Configuration } from '../../scan/config.ts';
import { readRules, Rules } from '../../scan/rules.ts';
import { ignoreFile, addToBaseline, type Files, type PlacedDocument } from '../../scan/suppress.ts';
import { writeFileAtomic } from '../../system/writeFileAtomic.ts';
import { StartError } from '../../service/service.ts';
import {
  absolute,
  isRepository,
  isUnder,
  readIfThere,
  repositoryOf,
  unwritableError,
} from '../scan/files.ts';
import { passageBySegment } from '../formats/format.ts';
import type { OpenDocument } from '../scan/readProse.ts';
import { faultProblem, type Outcome } from '../scan/scanFile.ts';
import { startScanThread } from '../scan/scanThreads.ts';
import type { ProvenanceSetting } from '../settings.ts';
import type { Streams } from '../streams.ts';
import { readModelFile } from '../assets.ts';
import {
  codeActionsAt,
  commands,
  diagnosticsOf,
  hoverAt,
  languageIdOf,
  problemDiagnostic,
  type LastScan,
} from './findings.ts';

/** Milliseconds without an edit before a document is scanned again. */
const settleTime = 400;

/** Milliseconds before a scan shows its progress; most scans finish sooner. */
const showProgressAfter = 1000;

/** Milliseconds to wait after a rule file changes, since programs may write it in several steps. */
const watchTime = 200;

/** An open document and its scans. */
interface OpenFile extends TextDocument {
  /** Cancels the running or pending scan. */
  cancel: AbortController;
  /** Starts the next scan when typing pauses. */
  timer?: NodeJS.Timeout;
  last?: LastScan | undefined;
  /** The rule files that the last scan looked for, including those that don't exist. */
  ruleFiles: ReadonlySet<string>;
  /** Why one of the rule files can't be used. */
  problem?: string | undefined;
}

/** Serves the Language Server Protocol until the client ends it. Open documents are scanned on this machine. */
export class LanguageServer {
  readonly #connection;
  readonly #documents = new TextDocuments<OpenFile>({
    create: (...document) => {
      const state = { cancel: new AbortController(), ruleFiles: new Set<string>() };
      return Object.assign(TextDocument.create(...document), state);
    },
    update: (document, changes, version) => {
      TextDocument.update(document, changes, version);
      return document;
    },
  });
  readonly #watchers = new Map<string, FSWatcher>();
  /** Scans one document at a time; cancelling a scan ends the thread. */
  readonly #thread = startScanThread(readModelFile());
  readonly #settings: ProvenanceSetting;
  #client: ClientCapabilities = {};
  #roots: string[] = [];
  #changedRules: NodeJS.Timeout | undefined;

  constructor({ stdin, stdout }: Streams, settings: ProvenanceSetting) {
    this.#settings = settings;
    this.#connection = createConnection(ProposedFeatures.all, stdin, stdout);
  }

  listen(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => {
      if (!this.#client.workspace?.workspaceFolders) return;
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map(({ uri }) => pathOf(uri)));
        this.#roots = [...this.#roots.filter((root) => !gone.has(root)), ...rootsOf(added)];
        this.#scanAll();
      });
    });
    // Also fires when a document is opened.
    this.#documents.onDidChangeContent(({ document }) => {
      this.#schedule(document, document.timer ? settleTime : 0);
    });
    this.#documents.onDidSave(({ document }) => {
      this.#schedule(document, 0);
    });
    this.#documents.onDidClose(({ document: { uri, timer, cancel } }) => {
      clearTimeout(timer);
      cancel.abort();
      this.#unwatch();
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    });
    connection.onHover((params) => this.#hover(params));
    connection.onCodeAction((params) => this.#codeActions(params));
    connection.onExecuteCommand((params) => this.#execute(params));
    connection.onShutdown(async () => {
      for (const { timer, cancel } of this.#documents.all()) {
        clearTimeout(timer);
        cancel.abort();
      }
      for (const watcher of this.#watchers.values()) watcher.close();
      await this.#thread.end();
    });
    this.#documents.listen(connection);
    connection.listen();
  }

  #initialize({ capabilities, workspaceFolders }: InitializeParams): InitializeResult {
    this.#client = capabilities;
    this.#roots = rootsOf(workspaceFolders ?? []);
    return {
      serverInfo: { name: 'inkling', version: manifest.version },
      capabilities: {
        // All offsets here are in UTF-16, which every client supports.
        positionEncoding: PositionEncodingKind.UTF16,
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        executeCommandProvider: { commands: Object.values(commands) },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }

  #scanAll(): void {
    for (const document of this.#documents.all()) this.#schedule(document, 0);
  }

  /** A newer scan of a document cancels the older one. */
  #schedule(document: OpenFile, delay: number): void {
    clearTimeout(document.timer);
    document.cancel.abort();
    const cancel = (document.cancel = new AbortController());
    document.timer = setTimeout(() => {
      this.#scan(document, cancel.signal).catch((error: unknown) => {
        this.#connection.console.error(String(error));
      });
    }, delay);
  }

  async #scan(document: OpenFile, signal: AbortSignal): Promise<void> {
    const { uri, version } = document;
    const path = pathOf(uri);
    const languageId = languageIdOf(path ?? uri, document.languageId);
    if (languageId === undefined) return;
    const isCancelled = (): boolean => signal.aborted || document.version !== version;
    const rules = await this.#rulesOf(path, document);
    if (isCancelled()) return;
    const isScanned = rules && (path === undefined || isIncluded(rules.configuration, path));
    const outcome = isScanned
      ? await this.#outcomeOf(document, { languageId, path }, rules, signal)
      : undefined;
    if (isCancelled()) return;
    document.last = undefined;
    if (rules && outcome?.kind === 'scanned') {
      outcome.known = passageBySegment(outcome).map((passage) =>
        passage && rules.baseline.has(passage.hash) ? 'baseline' : undefined,
      );
      document.last = { version, languageId, scanned: outcome };
    }
    const diagnostics =
      document.problem === undefined
        ? outcome && diagnosticsOf(outcome, rules?.severity)
        : [problemDiagnostic(document.problem)];
    await this.#connection.sendDiagnostics({ uri, version, diagnostics: diagnostics ?? [] });
  }

  /** Scans one document at a time. Resolves to `undefined` if the scan was cancelled. */
  async #outcomeOf(
    document: OpenFile,
    about: Pick<OpenDocument, 'languageId' | 'path'>,
    rules: Rules,
    signal: AbortSignal,
  ): Promise<Outcome | undefined> {
    const options = { ...rules.prose, ...this.#settings, hashPassages: true };
    const request = { file: document.uri, text: document.getText(), ...about, options };
    let endProgress = (): void => undefined;
    const onStart = (): void => {
      endProgress = this.#startProgress(document, signal);
    };
    try {
      return await this.#thread.ask<Outcome>(request, { signal, onStart });
    } catch (error) {
      return signal.aborted ? undefined : faultProblem(error);
    } finally {
      endProgress();
    }
  }

  /** Shows the progress of a slow scan, which the user can cancel. @returns a function that ends it. */
  #startProgress(document: OpenFile, signal: AbortSignal): () => void {
    let reporter: WorkDoneProgressReporter | undefined;
    let isOver = false;
    const show = async (): Promise<void> => {
      const progress = await this.#connection.window.createWorkDoneProgress();
      if (isOver) return;
      reporter = progress;
      progress.begin('Inkling', undefined, `scanning ${decodeURIComponent(basename(document.uri))}`, true);
      progress.token.onCancellationRequested(() => {
        if (document.cancel.signal === signal) document.cancel.abort();
      });
    };
    const timer = this.#client.window?.workDoneProgress
      ? setTimeout(() => void show().catch(() => undefined), showProgressAfter)
      : undefined;
    return () => {
      isOver = true;
      clearTimeout(timer);
      reporter?.done();
    };
  }

  /**
   * The rules of a document's folder. If a rule file can't be used, sets the document's problem and returns
   * `undefined`, because a scan could then report what the rules exclude.
   */
  async #rulesOf(path: string | undefined, document: OpenFile): Promise<Rules | undefined> {
    if (path === undefined) return new Rules();
    const ruleFiles = (document.ruleFiles = new Set<string>());
    try {
      const rules = await readRules(
        dirname(path),
        (file) => {
          ruleFiles.add(file);
          this.#watch(dirname(file)); // before reading, so that no change in between is missed
          return readIfThere(file);
        },
        isRepository,
      );
      document.problem = undefined;
      return rules;
    } catch (error) {
      if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
      const { message } = error;
      // Report it once, not at each edit of each document.
      const isReported = this.#documents.all().some(({ problem }) => problem === message);
      document.problem = message;
      if (!isReported) {
        // Not `window.showErrorMessage`, because that waits for the user's answer.
        const params: ShowMessageParams = { type: MessageType.Error, message: `Inkling: ${message}` };
        await this.#connection.sendNotification(ShowMessageNotification.type, params);
      }
      return undefined;
    } finally {
      this.#unwatch();
    }
  }

  /** The server watches files itself, because not every client can, and none watches all rule files. */
  #watch(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        // Ignore other files: a program may write to the user's home many times a minute.
        if (!this.#ruleFiles().some((file) => dirname(file) === folder && basename(file) === name)) return;
        clearTimeout(this.#changedRules);
        this.#changedRules = setTimeout(() => {
          this.#scanAll();
        }, watchTime);
      });
      watcher.on('error', () => undefined); // the folder was removed together with its rules
      this.#watchers.set(folder, watcher);
    } catch {
      // The folder can't be watched, or the system has no watches left. The next scan reads the rules anyway.
    }
  }

  /** Stops watching folders that contain no rule files. */
  #unwatch(): void {
    const needed = new Set(this.#ruleFiles().map((file) => dirname(file)));
    for (const [folder, watcher] of this.#watchers) {
      if (needed.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
  }

  #ruleFiles(): string[] {
    return this.#documents.all().flatMap(({ ruleFiles }) => [...ruleFiles]);
  }

  /** The last scan, if the document has not changed since. */
  #lastScanOf(document: OpenFile | undefined): LastScan | undefined {
    return document?.last?.version === document?.version ? document?.last : undefined;
  }

  #hover({ textDocument: { uri }, position }: HoverParams): Hover | null {
    const last = this.#lastScanOf(this.#documents.get(uri));
    const formats = this.#client.textDocument?.hover?.contentFormat ?? [];
    const kind = formats.includes(MarkupKind.Markdown) ? MarkupKind.Markdown : MarkupKind.PlainText;
    return last ? hoverAt(last.scanned, position, kind) : null;
  }

  #codeActions(params: CodeActionParams): CodeAction[] {
    const { textDocument, context } = params;
    const document = this.#documents.get(textDocument.uri);
    const last = this.#lastScanOf(document);
    const wantsQuickFixes = context.only?.some((kind) => CodeActionKind.QuickFix.startsWith(kind)) ?? true;
    if (!document || !last || !wantsQuickFixes) return [];
    const path = pathOf(document.uri);
    const isInRoot = this.#roots.length === 0 || this.#roots.some((root) => isUnder(root, path ?? ''));
    return codeActionsAt(document, last, params, {
      canWriteRules: path !== undefined && isInRoot,
      supportsVersions: this.#client.workspace?.workspaceEdit?.documentChanges === true,
    });
  }

  async #execute({ command, arguments: args = [] }: ExecuteCommandParams): Promise<null> {
    const [uri, hash] = v.parse(Arguments, args);
    const path = pathOf(uri);
    const root = path === undefined || !this.#documents.get(uri) ? undefined : await this.#rootOf(path);
    if (path === undefined || root === undefined) {
      const message = 'Inkling changes only open documents in an open folder.';
      throw new ResponseError(ErrorCodes.InvalidParams, message);
    }
    const files: Files = { read: readIfThere, write: writeRules };
    const place = { path, root };
    if (command === commands.ignoreFile) {
      await ignoreFile(files, place);
    } else if (command === commands.personWrote && hash !== undefined) {
      const configuration = await findConfiguration(dirname(path), readIfThere, isRepository);
      await addToBaseline(files, place, configuration, hash);
    }
    this.#scanAll();
    return null;
  }

  /**
   * The folder where rules for a file may be written: the client's folder that contains it or, if the client has none,
   * the file's repository or folder. `undefined` outside of the client's folders, including behind a link.
   */
  async #rootOf(path: string): Promise<PlacedDocument['root'] | undefined> {
    if (this.#roots.length > 0) {
      const root = this.#roots.find((each) => isUnder(each, path));
      if (root === undefined) return undefined;
      const [realRoot, realFolder] = await Promise.all([root, dirname(path)].map(realPathOf));
      return isUnder(realRoot!, realFolder!) ? root : undefined;
    }
    return (await repositoryOf(dirname(path))) ?? dirname(path);
  }
}

/** The real path, with `/` as separator; the path unchanged if it doesn't exist. */
async function realPathOf(path: string): Promise<string> {
  return realpath(path).then(absolute, () => path);
}

/** A document's URI, and optionally the hash of a passage. */
const Arguments = v.union([v.tuple([v.string(), v.string()]), v.tuple([v.string()])]);

/** @throws StartError when the file can't be written. */
async function writeRules(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true }); // the baseline's folder may not exist yet
    await writeFileAtomic(file, text);
  } catch (error) {
    throw unwritableError(file, error);
  }
}

/** Opening a file counts as naming it, unless the folder's configuration lists what to include. */
function isIncluded(configuration: Configuration, path: string): boolean {
  const { include, languages } = configuration.config;
  return include || languages ? configuration.includes(path) : configuration.excludedBy(path) === undefined;
}

function rootsOf(folders: readonly { uri: string }[]): string[] {
  return folders.flatMap(({ uri }) => pathOf(uri) ?? []);
}

/** The path with `/` as separator; `undefined` for URIs that are not files on this machine. */
function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return absolute(fileURLToPath(uri)).replace(/(?<=.)\/$/, '');
  } catch {
    return undefined; // a file on another machine
  }
}
