/** UTF-16 offsets, end exclusive. */
interface Place {
  start: number;
  end: number;
}

/**
 * Where the sentence stands in the text, whatever white space is between its words; of several places the one that
 * begins nearest to the offset. `undefined` when it is nowhere.
 */
export function nearestOccurrence(text: string, sentence: string, offset: number): Place | undefined {
  const words = sentence.trim().split(/\s+/);
  if (words[0] === '') return undefined;
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('\\s+');
  let nearest: Place | undefined;
  for (const { index, 0: found } of text.matchAll(new RegExp(pattern, 'g'))) {
    if (nearest && Math.abs(index - offset) >= Math.abs(nearest.start - offset)) break;
    nearest = { start: index, end: index + found.length };
  }
  return nearest;
}
