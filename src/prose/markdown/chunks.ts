/** Code between fences that begin a line: what is in it begins no piece. Without its end it goes on to the document's. */
const fenced = /^(`{3,}|~{3,})[^`\r\n]*$/;

/** Ends code, if it is as long as the fence that opened it. */
const closingFence = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

/** Begins what stands before the text, in YAML or TOML. */
const frontMatter = /^\uFEFF?(?:---|\+{3})[ \t]*$/;

/** What may hold blank lines too, and ends by rules that only the parser knows. */
const mayHoldBlankLines = /^[\s>+*\-\d.)]*(?:`{3}|~{3}|\${2}|<)/;

/** Definitions, which give links elsewhere their meaning. */
const definition = ']:';

/**
 * A Markdown document in pieces that can be parsed one by one, as if each were all there is. A piece begins with a
 * letter behind a blank line: that ends every list, quote and table. About one such place in four is taken, chosen by
 * the line's own length, so that an edit leaves all other pieces what they are.
 */
export function piecesOf(document: string): string[] {
  if (document.includes(definition)) return [document];
  const pieces: string[] = [];
  let begin = 0;
  let isBehindBlank = false;
  let isClosing: ((line: string) => boolean) | undefined;
  for (const { 0: match, 1: line = '', index } of document.matchAll(/([^\r\n]*)(?:\r\n|\n|\r|$)/g)) {
    if (isClosing) {
      if (isClosing(line)) isClosing = undefined;
    } else if (index === 0 && frontMatter.test(line)) {
      const closing = line.includes('-') ? /^---[ \t]*$/ : /^\+{3}[ \t]*$/;
      isClosing = (later) => closing.test(later);
    } else if (fenced.test(line)) {
      const fence = fenced.exec(line)?.[1] ?? '';
      isClosing = (later) => closingFence.exec(later)?.[1]?.startsWith(fence) ?? false;
    } else if (mayHoldBlankLines.test(line)) {
      break;
    } else if (isBehindBlank && line.length % 4 === 0 && /^\p{L}/u.test(line)) {
      pieces.push(document.slice(begin, index));
      begin = index;
    }
    isBehindBlank = /^[ \t]*$/.test(line);
    if (match === '') break;
  }
  return [...pieces, document.slice(begin)];
}
