import { crc32 } from 'node:zlib';
import { seeded } from '../training/random.ts';

/** Pseudorandom numbers; the same seed gives the same ones. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /**
   * One of the items.
   * @throws if there are none.
   */
  pick<Item>(items: readonly Item[]): Item;
  bytes(length: number): Buffer;
}

export function randomOf(seed: string): Random {
  const next = seeded(crc32(seed));
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    whole,
    pick: (items) => {
      if (items.length === 0) throw new Error('There is nothing to pick from.');
      return items[whole(0, items.length - 1)]!;
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => whole(0, 255))),
  };
}
