/** Milliseconds between two records of a key's use. */
const grain = 60_000;

/**
 * Records the last use of keys in the background, so that no request waits. If it fails, as on a full disk or a
 * read-only server, the next use tries again.
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
   * Records a use, at most once a minute. A last use in the future comes from a clock since set back, and is corrected.
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

  /** Resolves when no write is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }
}
