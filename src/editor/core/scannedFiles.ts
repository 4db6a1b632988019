import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ReportRef } from './reportRef.ts';

/** What a report was made of. */
export interface ScannedFile {
  uri: vscode.Uri;
  /** Whether it was a selection. */
  isPart: boolean;
}

/** How many reports' files are remembered; the one scanned longest ago goes first. */
const most = 300;

const memoryKey = 'inkling.scannedFiles';

const Memory = v.array(
  v.object({
    /** Its address, or `null` for this machine. */
    service: v.optional(v.nullable(v.string()), null),
    report: v.string(),
    uri: v.string(),
    isPart: v.boolean(),
  }),
);
type Entry = v.InferOutput<typeof Memory>[number];

/** Which file each report was made of, on this machine alone: a service is told its path in the open folder at most. */
export class ScannedFiles {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  async remember(report: ReportRef, { uri, isPart }: ScannedFile): Promise<void> {
    const known = this.#read().filter((entry) => !isOf(entry, report));
    const { service, id } = report;
    const entry: Entry = { service, report: id, uri: uri.toString(), isPart };
    await this.#memory.update(memoryKey, [...known, entry].slice(-most));
  }

  of(report: ReportRef): ScannedFile | undefined {
    const found = this.#read().find((entry) => isOf(entry, report));
    return found && { uri: vscode.Uri.parse(found.uri), isPart: found.isPart };
  }

  #read(): readonly Entry[] {
    const read = v.safeParse(Memory, this.#memory.get(memoryKey, []));
    return read.success ? read.output : [];
  }
}

function isOf(entry: Entry, { service, id }: ReportRef): boolean {
  return entry.service === service && entry.report === id;
}
