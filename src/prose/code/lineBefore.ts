/** UTF-16 code units. A document of one line has millions, and is asked at each of its comments. */
const farthest = 1000;

/** What stands before an offset on its line, as far as it is worth looking at. */
export function lineBefore(document: string, offset: number): string {
  const before = document.slice(Math.max(0, offset - farthest), offset);
  return before.slice(before.lastIndexOf('\n') + 1);
}
