/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** One of them. @throws if there is none. */
  pick<Item>(items: readonly Item[]): Item;
  bytes(length: number): Buffer;
}

/** SFC32, seeded with the bytes of a text: http://pracrand.sourceforge.net/RNG_engines.txt */
export function randomOf(seed: string): Random {
  const state = Uint32Array.of(0, 0, 0, 1);
  for (const byte of Buffer.from(seed)) {
    state[0]! ^= byte;
    next();
  }
  for (let i = 0; i < 12; i++) next();

  function next(): number {
    const [a, b, c, counter] = state as unknown as [number, number, number, number];
    const result = (a + b + counter) >>> 0;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + result;
    state[3] = counter + 1;
    return result;
  }

  const whole = (least: number, most: number) => least + (next() % (most - least + 1));
  return {
    whole,
    pick: (items) => {
      if (items.length === 0) throw new Error('There is nothing to pick from.');
      return items[whole(0, items.length - 1)]!;
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => next() & 0xff)),
  };
}
