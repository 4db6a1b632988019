import fc from 'fast-check';

/** A text of any length, made to cost parsers that look ahead, look back or nest too much time. */
export interface Heap {
  start: string;
  opening: string;
  middle: string;
  closing: string;
  end: string;
}

/** Repeats one to three of these pieces: opened and never closed, closed as often, or side by side. */
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

/** @param length approximate length in UTF-16 code units. */
export function heapOf({ start, opening, middle, closing, end }: Heap, length: number): string {
  const times = Math.ceil(length / (opening.length + closing.length));
  return start + opening.repeat(times) + middle + closing.repeat(times) + end;
}
