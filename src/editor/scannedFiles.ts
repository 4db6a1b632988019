import * as v from 'valibot';
import * as vscode from 'vscode';
import { Evidence, Reason } from '../api/report.ts';
import type { ProvenanceNotes } from '../scan/notes.ts';
import { StoredList } from './core/newest.ts';
import type { ReportRef, ServiceId } from './core/reportRef.ts';

/** The source of a report. */
export interface ScannedFile {
  uri: vscode.Uri;
  /** Whether only a selection in the file was scanned. */
  isPart: boolean;
  /** Notes from git, which no service has. */
  notes?: ProvenanceNotes | undefined;
}

/** The number of reports whose files are remembered; the one scanned longest ago is dropped first. */
const maxRemembered = 300;

const Entry = v.object({
  /** The service's address, or `null` for this machine. */
  service: v.optional(v.nullable(v.string()), null),
  report: v.string(),
  uri: v.string(),
  isPart: v.boolean(),
  notes: v.optional(v.object({ reasons: v.array(Reason), evidence: v.array(Evidence) })),
});
type Entry = v.InferOutput<typeof Entry>;

/** Remembers the file that each report was made from, on this machine only. */
export class ScannedFiles {
  readonly #entries: StoredList<typeof Entry>;

  constructor(memory: vscode.Memento) {
    this.#entries = new StoredList(memory, 'inkling.scannedFiles', Entry, maxRemembered);
  }

  async remember(report: ReportRef, { uri, isPart, notes }: ScannedFile): Promise<void> {
    const others = this.#entries.read().filter((entry) => !isEntryOf(entry, report));
    const { service, id } = report;
    await this.#entries.write([...others, { service, report: id, uri: uri.toString(), isPart, notes }]);
  }

  of(report: ReportRef): ScannedFile | undefined {
    const found = this.#entries.read().find((entry) => isEntryOf(entry, report));
    return found && { ...found, uri: vscode.Uri.parse(found.uri) };
  }

  /** The files of a service's whole-file scans, by the report's id. */
  wholeFilesOf(service: ServiceId): ReadonlyMap<string, string> {
    const whole = this.#entries.read().filter((entry) => entry.service === service && !entry.isPart);
    return new Map(whole.map(({ report, uri }) => [report, uri]));
  }

  hasLocalScanIn(folder: vscode.Uri): boolean {
    const start = `${folder.toString().replace(/\/$/, '')}/`;
    return this.#entries.read().some(({ service, uri }) => service === null && uri.startsWith(start));
  }
}

function isEntryOf(entry: Entry, { service, id }: ReportRef): boolean {
  return entry.service === service && entry.report === id;
}
