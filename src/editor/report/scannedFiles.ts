import * as v from 'valibot';
import * as vscode from 'vscode';

/** What a report was made of. */
export interface ScannedFile {
  uri: vscode.Uri;
  /** Whether it was a selection. */
  isPart: boolean;
}

/** How many reports' files are remembered; the one scanned longest ago goes first. */
const most = 300;

const memoryKey = 'inkling.scannedFiles';

const Memory = v.array(v.object({ report: v.string(), uri: v.string(), isPart: v.boolean() }));

/** Which file each report was made of, on this machine alone: a service is told its path in the open folder at most. */
export class ScannedFiles {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  async remember(report: string, { uri, isPart }: ScannedFile): Promise<void> {
    const known = this.#read().filter((entry) => entry.report !== report);
    await this.#memory.update(memoryKey, [...known, { report, uri: uri.toString(), isPart }].slice(-most));
  }

  of(report: string): ScannedFile | undefined {
    const found = this.#read().find((entry) => entry.report === report);
    return found && { uri: vscode.Uri.parse(found.uri), isPart: found.isPart };
  }

  #read(): v.InferOutput<typeof Memory> {
    const read = v.safeParse(Memory, this.#memory.get(memoryKey, []));
    return read.success ? read.output : [];
  }
}
