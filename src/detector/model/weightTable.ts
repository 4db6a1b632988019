import type { FamilyWeights, Model } from './model.ts';

/**
 * By bucket, weight and inverse document frequency in one number (see `weightOf` and `idfOf`). Most of a detector's
 * time went into fetching these from far memory, one after the other: a loop in JavaScript has a few fetches under way
 * at once, and one in WebAssembly dozens. Made on first use, in a millisecond or two, and kept as long as the model.
 */
export class WeightTables {
  private readonly kernel: Kernel;
  /** Where the tables end in the memory, and buckets and their entries are passed. */
  private readonly scratch: number;
  private entries: Int32Array;

  constructor(families: readonly FamilyWeights[]) {
    const { exports } = new WebAssembly.Instance(compiled());
    this.kernel = exports as unknown as Kernel;
    const { memory, interleave } = this.kernel;
    const sizes = families.map(({ weights }) => weights.length);
    this.scratch = 2 * sizes.reduce((sum, size) => sum + size, 0);
    // The widest family has to pass through what is scratch space later.
    memory.grow(pages(this.scratch + 2 * Math.max(...sizes)) - 1);
    let table = 0;
    for (const { weights, idf } of families) {
      const count = weights.length;
      new Int8Array(memory.buffer, this.scratch, count).set(weights);
      new Uint8Array(memory.buffer, this.scratch + count, count).set(idf);
      interleave(this.scratch, this.scratch + count, count, table);
      table += 2 * count;
    }
    this.entries = new Int32Array(memory.buffer, this.scratch);
  }

  /** The entries of the first `count` buckets, for the family whose table begins at `table`. Valid until the next call. */
  fetch(buckets: Uint32Array, count: number, table: number): Int32Array {
    if (this.entries.length < count + lanes) this.grow(count + lanes);
    const { entries, scratch } = this;
    for (let i = 0; i < count; i++) entries[i] = buckets[i]!;
    entries.fill(0, count, count + lanes);
    this.kernel.fetch(scratch, scratch + 4 * count, table);
    return entries;
  }

  private grow(count: number): void {
    const { memory } = this.kernel;
    memory.grow(pages(4 * (count - this.entries.length)) + 1);
    this.entries = new Int32Array(memory.buffer, this.scratch);
  }
}

/** The kernel takes so many buckets at a time. */
const lanes = 4;
const pages = (bytes: number): number => Math.ceil(bytes / 65536);

const tables = new WeakMap<Model, WeightTables>();

export function weightTables(model: Model): WeightTables {
  let known = tables.get(model);
  if (known === undefined) tables.set(model, (known = new WeightTables(model.families)));
  return known;
}

export const weightOf = (entry: number): number => entry >> 8;
export const idfOf = (entry: number): number => entry & 255;

/** What `weights.wat` exports. Numbers are places in the memory, but for `count`. */
interface Kernel {
  memory: WebAssembly.Memory;
  interleave: (weights: number, idf: number, count: number, table: number) => void;
  fetch: (from: number, to: number, table: number) => void;
}

/** `weights.wat`, compiled. */
export const kernelBase64 =
  'AGFzbQEAAAABDgJgBH9/f38AYAN/f38AAwMCAAEFAwEAAQcfAwZtZW1vcnkCAAppbnRlcmxlYXZlAAAFZmV0Y2gAAQraAQJyAgF/' +
  'AnsgACACaiEEA0AgAP0ABAAhBSAB/QAEACEGIAMgBiAF/Q0AEAERAhIDEwQUBRUGFgcX/QsEACADIAYgBf0NCBgJGQoaCxsMHA0d' +
  'Dh4PH/0LBBAgAUEQaiEBIANBIGohAyAAQRBqIgAgBEkNAAsLZQAgACABSQRAA0AgACACIAAoAgBBAXRqLgEANgIAIAAgAiAAKAIE' +
  'QQF0ai4BADYCBCAAIAIgACgCCEEBdGouAQA2AgggACACIAAoAgxBAXRqLgEANgIMIABBEGoiACABSQ0ACwsL';

let kernelModule: WebAssembly.Module | undefined;
const compiled = (): WebAssembly.Module =>
  (kernelModule ??= new WebAssembly.Module(
    Uint8Array.from(atob(kernelBase64), (unit) => unit.charCodeAt(0)),
  ));
