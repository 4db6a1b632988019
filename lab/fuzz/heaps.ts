import fc from 'fast-check';

/** A text that can be made of any length: what parsers that look ahead, or back, or into depth take too long for. */
export interface Heap {
  start: string;
  opening: string;
  middle: string;
  closing: string;
  end: string;
}

/** Heaps of one to three of these pieces, over and over: opened and never closed, closed as often, or side by side. */
export function heapsOf(pieces: readonly string[]): fc.Arbitrary<Heap> {
  const few = (minLength: number): fc.Arbitrary<string> =>
    fc.array(fc.constantFrom(...pieces), { minLength, maxLength: 3 }).map((chosen) => chosen.join(''));
  return fc.record({
    start: few(0),
    opening: few(1),
    middle: few(0),
    closing: fc.oneof(fc.constant(''), few(1)),
    end: few(0),
  });
}

/** @param length in UTF-16 code units, met about. */
export function heapOf({ start, opening, middle, closing, end }: Heap, length: number): string {
  const times = Math.ceil(length / (opening.length + closing.length));
  return start + opening.repeat(times) + middle + closing.repeat(times) + end;
}
