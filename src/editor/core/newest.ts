import * as v from 'valibot';

/** A map with a maximum size that drops the entry set longest ago. */
export class NewestMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this.keys();
    if (this.size > this.#max && oldest !== undefined) this.delete(oldest);
    return this;
  }
}

/** VS Code's storage for an extension across sessions. */
interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/**
 * A list of the newest entries in VS Code's storage. Invalid data, such as another version's, is read as an empty list.
 */
export class StoredList<Schema extends v.GenericSchema> {
  readonly #memory: Memory;
  readonly #key: string;
  readonly #schema: v.ArraySchema<Schema, undefined>;
  readonly #max: number;

  constructor(memory: Memory, key: string, entry: Schema, max: number) {
    this.#memory = memory;
    this.#key = key;
    this.#schema = v.array(entry);
    this.#max = max;
  }

  /** The entries, the oldest first. */
  read(): readonly v.InferOutput<Schema>[] {
    const read = v.safeParse(this.#schema, this.#memory.get(this.#key));
    return read.success ? read.output : [];
  }

  async write(entries: readonly v.InferOutput<Schema>[]): Promise<void> {
    await this.#memory.update(this.#key, entries.slice(-this.#max));
  }
}
