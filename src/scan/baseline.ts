import * as v from 'valibot';
import { parseJsonc, type ReadFile } from './config.ts';

const Entry = v.strictObject({
  /** The passage's file, relative to the baseline's folder, with `/`. Only the hash identifies the passage. */
  file: v.string(),
  hash: v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)),
  /**
   * Set if a person marked the passage as human: the score leaves it out. Other passages are scored but not
   * reported again.
   */
  kept: v.exactOptional(v.literal(true)),
  reason: v.exactOptional(v.string()),
});
const Stored = v.strictObject({ version: v.literal(1), passages: v.array(Entry) });

/** A known passage. */
type BaselineEntry = Readonly<v.InferOutput<typeof Entry>>;

/** The passages that are not reported again, without their text. */
export class Baseline {
  readonly entries: readonly BaselineEntry[];
  readonly #byHash: ReadonlyMap<string, BaselineEntry>;

  constructor(entries: readonly BaselineEntry[] = []) {
    const unique = new Map<string, BaselineEntry>();
    for (const entry of entries) {
      if (!unique.has(entry.hash) || entry.kept) unique.set(entry.hash, entry);
    }
    this.entries = [...unique.values()].sort((a, b) => compare(a.file, b.file) || compare(a.hash, b.hash));
    this.#byHash = unique;
  }

  /**
   * Parses a baseline.
   * @param file its name, for errors.
   * @throws ConfigError when it is not a baseline.
   */
  static parse(text: string, file: string): Baseline {
    const { value, errorAt } = parseJsonc(text, file);
    const stored = v.safeParse(Stored, value, { abortEarly: true });
    if (stored.success) return new Baseline(stored.output.passages);
    throw errorAt([], 'not an Inkling baseline. Create one: inkling scan --update-baseline.');
  }

  has(hash: string): boolean {
    return this.#byHash.has(hash);
  }

  /** The hashes of all passages. */
  get hashes(): ReadonlySet<string> {
    return new Set(this.#byHash.keys());
  }

  /** The hashes of passages left out of the score, each with its reason or ''. */
  get humanPassages(): ReadonlyMap<string, string> {
    return new Map(this.entries.flatMap(({ kept, hash, reason }) => (kept ? [[hash, reason ?? '']] : [])));
  }

  /** A copy that also marks a passage as human. */
  withHuman(file: string, hash: string, reason = ''): Baseline {
    const entry: BaselineEntry = { file, hash, kept: true, ...(reason !== '' && { reason }) };
    return new Baseline([...this.entries.filter((other) => other.hash !== hash), entry]);
  }

  /**
   * A copy updated by a scan: the findings of the scanned files, and the old entries of all other files that still
   * exist.
   * @param scanned by file, the hashes of its passages and of those that read like AI.
   * @param isThere whether a file that was not scanned still exists.
   */
  updated(
    scanned: ReadonlyMap<string, { all: readonly string[]; flagged: readonly string[] }>,
    isThere: (file: string) => boolean,
  ): Baseline {
    const entries: BaselineEntry[] = [];
    for (const [file, { all, flagged }] of scanned) {
      for (const hash of flagged) if (!this.#byHash.get(hash)?.kept) entries.push({ file, hash });
      for (const hash of all) {
        const known = this.#byHash.get(hash);
        if (known?.kept) entries.push({ ...known, file });
      }
    }
    const others = this.entries.filter(({ file }) => !scanned.has(file) && isThere(file));
    return new Baseline([...entries, ...others]);
  }

  /** One line per passage, so that differences are readable and branches merge. */
  toText(): string {
    const lines = this.entries.map((entry) => `    ${JSON.stringify(entry)}`);
    return `{\n  "version": 1,\n  "passages": [\n${lines.join(',\n')}\n  ]\n}\n`;
  }
}

/**
 * Reads a baseline; empty if there is no file.
 * @throws ConfigError when it is not a baseline.
 */
export async function readBaseline(file: string | undefined, read: ReadFile): Promise<Baseline> {
  const text = file === undefined ? undefined : await read(file);
  return text === undefined ? new Baseline() : Baseline.parse(text, file!);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
