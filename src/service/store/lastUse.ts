/** Milliseconds between two notes of a key's use. */
const grain = 60_000;

/**
 * Whether a key's use is to be noted: it never was, or not in the last minute. A last use that lies ahead is of a clock
 * that was set back since, and is corrected.
 * @param lastUsedAt as the database has it: milliseconds since 1970, or null.
 */
export function shouldRecordUse(lastUsedAt: unknown, now: number): boolean {
  return typeof lastUsedAt !== 'number' || Math.abs(now - lastUsedAt) >= grain;
}

/**
 * Notes when keys were last used, beside the requests that use them: none waits for it. Where it fails, as on a full
 * disk or a server that only reads, it is left to the next use.
 */
export class UseNotes {
  readonly #write: (digest: string, time: number) => Promise<unknown>;
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(write: (digest: string, time: number) => Promise<unknown>) {
    this.#write = write;
  }

  /** @param time milliseconds since 1970. */
  note(digest: string, time: number): void {
    if (this.#underWay.has(digest)) return;
    const ended = () => {
      this.#underWay.delete(digest);
    };
    this.#underWay.set(digest, this.#write(digest, time).then(ended, ended));
  }

  /** Ends when none is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }
}
