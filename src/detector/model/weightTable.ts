import type { FamilyWeights } from './model.ts';

const tables = new WeakMap<FamilyWeights, Int16Array>();

/**
 * By bucket, weight and inverse document frequency in one number (see `weightOf` and `idfOf`). Most of a detector's
 * time goes into fetching these from far memory, and one fetch for both takes a sixth off it.
 * Made on first use, in some milliseconds, and kept as long as the model.
 */
export function weightTable(family: FamilyWeights): Int16Array {
  let table = tables.get(family);
  if (table === undefined) {
    const { weights, idf } = family;
    table = new Int16Array(weights.length);
    for (let bucket = 0; bucket < table.length; bucket++) {
      table[bucket] = (weights[bucket]! << 8) | idf[bucket]!;
    }
    tables.set(family, table);
  }
  return table;
}

export const weightOf = (entry: number): number => entry >> 8;
export const idfOf = (entry: number): number => entry & 255;
