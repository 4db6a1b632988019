import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CodeActionRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExecuteCommandRequest,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  PublishDiagnosticsNotification,
  ShowMessageNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  WorkDoneProgress,
  WorkDoneProgressCreateRequest,
  type CodeAction,
  type Diagnostic,
  type Hover,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
} from 'vscode-languageserver/node';
import { start } from './run.ts';

/** A client of `inkling lsp`: what an editor sends, and what it gets. */
export class Editor {
  readonly #child: ChildProcess;
  readonly #connection: ProtocolConnection;
  readonly #folder: string;
  readonly #published: PublishDiagnosticsParams[] = [];
  #arrived: () => void = () => undefined;
  readonly messages: string[] = [];
  readonly progress: string[] = [];
  readonly #texts = new Map<string, { version: number; text: string }>();

  /** @param options of the command line. */
  constructor(folder: string, options: readonly string[] = []) {
    const child = start(['lsp', '--stdio', ...options], folder);
    this.#child = child;
    this.#folder = folder;
    this.#connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    this.#connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      this.#published.push(params);
      this.#arrived();
    });
    this.#connection.onNotification(ShowMessageNotification.type, ({ message }) => {
      this.messages.push(message);
      this.#arrived();
    });
    this.#connection.onRequest(WorkDoneProgressCreateRequest.type, ({ token }) => {
      this.#connection.onProgress(WorkDoneProgress.type, token, ({ kind }) => {
        this.progress.push(kind);
      });
    });
    this.#connection.listen();
  }

  async initialize(): Promise<InitializeResult> {
    const result = await this.#connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      workspaceFolders: [{ uri: pathToFileURL(this.#folder).href, name: 'folder' }],
      capabilities: {
        general: { positionEncodings: ['utf-8', 'utf-16'] },
        window: { workDoneProgress: true },
        textDocument: { hover: { contentFormat: ['markdown', 'plaintext'] } },
        workspace: { workspaceEdit: { documentChanges: true } },
      },
    });
    await this.#connection.sendNotification(InitializedNotification.type, {});
    return result;
  }

  uri(name: string): string {
    return pathToFileURL(join(this.#folder, name)).href;
  }

  async open(name: string, text: string, languageId = 'markdown'): Promise<void> {
    this.#texts.set(name, { version: 1, text });
    const textDocument = { uri: this.uri(name), languageId, version: 1, text };
    await this.#connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  }

  knows(name: string): boolean {
    return this.#texts.has(name);
  }

  /** Puts text in at a place. */
  async insert(name: string, position: Position, text: string): Promise<void> {
    const version = this.#texts.get(name)!.version + 1;
    this.#texts.set(name, { version, text: '' });
    await this.#connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: this.uri(name), version },
      contentChanges: [{ range: { start: position, end: position }, text }],
    });
  }

  async close(name: string): Promise<void> {
    const textDocument = { uri: this.uri(name) };
    await this.#connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument });
  }

  /** The next diagnostics of a document, in the order they came. */
  async diagnostics(name: string): Promise<Finding[]> {
    const uri = this.uri(name);
    for (;;) {
      const at = this.#published.findIndex((params) => params.uri === uri);
      if (at >= 0) return this.#published.splice(at, 1)[0]!.diagnostics as Finding[];
      await this.#next();
    }
  }

  async message(): Promise<string> {
    while (this.messages.length === 0) await this.#next();
    return this.messages.shift()!;
  }

  hover(name: string, position: Position): Promise<Hover | null> {
    return this.#connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: this.uri(name) },
      position,
    });
  }

  async codeActions(name: string, diagnostic: Diagnostic): Promise<CodeAction[]> {
    const actions = await this.#connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: this.uri(name) },
      range: { start: diagnostic.range.start, end: diagnostic.range.start },
      context: { diagnostics: [diagnostic] },
    });
    return (actions ?? []) as CodeAction[];
  }

  async execute({ command }: CodeAction): Promise<void> {
    assert.ok(command);
    await this.#connection.sendRequest(ExecuteCommandRequest.type, command);
  }

  /** Closes all documents, and forgets what was said of them. */
  async closeAll(): Promise<void> {
    const names = [...this.#texts.keys()];
    for (const name of names) await this.close(name);
    // Answered after all that the server says of documents that it knows to be closed.
    await this.hover(names[0] ?? '', { line: 0, character: 0 });
    this.#texts.clear();
    this.#published.length = 0;
    this.messages.length = 0;
  }

  /** Ends the server as editors do, and waits for it. */
  async quit(): Promise<number | null> {
    const ended = once(this.#child, 'exit') as Promise<[number | null]>;
    await this.#connection.sendRequest(ShutdownRequest.type);
    await this.#connection.sendNotification(ExitNotification.type);
    const [code] = await ended;
    this.#connection.dispose();
    return code;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#arrived = resolve;
    });
  }
}

/** A message may be marked up by the protocol's newest version. Ours is text. */
export interface Finding extends Diagnostic {
  message: string;
}

export function sentences(diagnostics: readonly Finding[]): Finding[] {
  return diagnostics.filter(({ code }) => code === 'sentence');
}
