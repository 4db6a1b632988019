import type { Known } from './load.ts';

/** What all clients of a load did: what was acknowledged, and what may be deleted. */
export class Ledger {
  readonly #reports = new Map<string, Known>();
  /** Stored reports that no client has for itself. */
  readonly #shared = new Map<string, Known[]>();
  readonly #hear: (acknowledged: number) => void;
  #acknowledged = 0;
  #unanswered = 0;

  /** @param hear is told how many scans and deletions were acknowledged so far. */
  constructor(hear: (acknowledged: number) => void) {
    this.#hear = hear;
  }

  get reports(): Known[] {
    return [...this.#reports.values()];
  }

  /** How many scans were not answered. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** Notes a scan before it is sent, and the report once its id came back. */
  async store(key: string, scan: () => Promise<string>): Promise<Known> {
    this.#unanswered += 1;
    const known: Known = { key, id: await scan(), state: 'stored' };
    this.#unanswered -= 1;
    this.#reports.set(known.id, known);
    this.#count();
    return known;
  }

  /** Notes a deletion before it is sent, and once more when it was answered. */
  async remove(reports: readonly Known[], send: () => Promise<void>): Promise<void> {
    for (const known of reports) known.state = 'unknown';
    await send();
    for (const known of reports) known.state = 'deleted';
    this.#count();
  }

  /** Lets every client with its key read and delete the report. */
  share(known: Known): void {
    const shared = this.#shared.get(known.key);
    if (shared) shared.push(known);
    else this.#shared.set(known.key, [known]);
  }

  /** Takes a shared report out, for one client alone. @param at where among them: 0..1. */
  takeShared(key: string, at: number): Known | undefined {
    const shared = this.#shared.get(key) ?? [];
    const place = Math.floor(at * shared.length);
    const taken = shared[place];
    const last = shared.pop();
    if (last && last !== taken) shared[place] = last;
    return taken;
  }

  #count(): void {
    this.#acknowledged += 1;
    this.#hear(this.#acknowledged);
  }
}
