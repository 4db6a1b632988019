/** Milliseconds between two records of a key's use. */
const grain = 60_000;

/**
 * Records in the background when keys were last used, so that no request waits for it. If a write fails, as on a
 * full disk or a read-only server, the next use tries again.
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
   * Records a use, at most once a minute. A last use in the future is corrected; it is from before the clock was
   * set back.
   * @param lastUsedAt as stored: milliseconds since 1970, or null.
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

  /** Resolves when no write is in progress. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }
}
