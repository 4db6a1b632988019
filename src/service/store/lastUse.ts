/** Milliseconds between two notes of a key's use. */
const grain = 60_000;

/**
 * Notes when keys were last used, beside the requests that use them: none waits for it. Where it fails, as on a full
 * disk or a server that only reads, it is left to the next use.
 */
export class UseNotes {
  readonly #write: (digest: string, time: number) => Promise<unknown>;
  readonly #now: () => number;
  readonly #underWay = new Map<string, Promise<void>>();

  /** @param now milliseconds since 1970. */
  constructor(now: () => number, write: (digest: string, time: number) => Promise<unknown>) {
    this.#now = now;
    this.#write = write;
  }

  /**
   * Notes a use, unless one was noted in the last minute. A last use that lies ahead is of a clock that was set back
   * since, and is corrected.
   * @param lastUsedAt as the database has it: milliseconds since 1970, or null.
   */
  note(digest: string, lastUsedAt: unknown): void {
    const time = this.#now();
    const isRecent = typeof lastUsedAt === 'number' && Math.abs(time - lastUsedAt) < grain;
    if (isRecent || this.#underWay.has(digest)) return;
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
