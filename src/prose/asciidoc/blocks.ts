import { isBlank, type Line } from '../text/lines.ts';

/** Where a definition's term ends, and how far the mark after it goes, from the first character of the line. */
export interface DefinitionMark {
  term: number;
  length: number;
}

/** Whether this line opens or closes a block that holds code, a table or a comment, or one that holds text. */
export function fenceOf(text: string): 'code' | 'text' | undefined {
  if (/^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3,}.*|[|,:!]={3,})$/.test(text)) return 'code';
  return /^(?:={4,}|\*{4,}|_{4,}|--|"")$/.test(text) ? 'text' : undefined;
}

/** The index of the line that closes what a line opens; undefined where nothing does. */
export function closingLine(lines: readonly Line[], opening: number, text: string): number | undefined {
  const fence = /^`{3,}/.exec(text)?.[0] ?? text;
  for (let i = opening + 1; i < lines.length; i++) if (lines[i]!.text.trimEnd() === fence) return i;
  return undefined;
}

/** A line of attributes or an anchor above a block. */
export function isAttributes(text: string): boolean {
  return /^\[(?:[\w.#%{,"'[].*)?\]$/.test(text);
}

/** Whether such a line says that the block below is not text. */
export function saysCode(text: string): boolean {
  return /^\[(?:source|listing|literal|stem|latexmath|asciimath|pass|comment|plantuml|mermaid|ditaa|graphviz|,)\b|^\[,/.test(
    text,
  );
}

/** Whether such a line says that the block below is another's words. */
export function saysQuote(text: string): boolean {
  return /^\[(?:quote|verse)\b/.test(text);
}

/** Whether this line opens or closes a quotation without saying so above. */
export function fencesQuote(text: string): boolean {
  return /^(?:_{4,}|"")$/.test(text);
}

/** A comment, an attribute, a macro of a block, a break: nothing that is read. */
export function isUnread(text: string): boolean {
  return (
    /^\/\/(?!\/)/.test(text) ||
    /^:!?[\w][\w-]*!?:(?:\s|$)/.test(text) ||
    /^[a-z]\w*::\S*\[.*\]$/.test(text) ||
    /^(?:'{3,}|<{3,}|- ?- ?-|\* ?\* ?\*)$/.test(text)
  );
}

/** A comment or a directive that may stand between the lines of a paragraph. */
export function isDirective(text: string): boolean {
  return /^(?:\/\/(?!\/)|(?:include|ifdef|ifndef|ifeval|endif)::\S*\[)/.test(text);
}

/** How many characters stand before a title; 0 for another line. */
export function titleMark(text: string): number {
  return /^(?:={1,6}|#{1,6})[ \t]+(?=\S)/.exec(text)?.[0].length ?? 0;
}

/** The same of a block's title: `.In March`. */
export function captionMark(text: string): number {
  return /^\.(?=[^\s.])/.test(text) ? 1 : 0;
}

/** The mark of an item of a list, with a task's box. */
export function itemMark(text: string): number {
  return (
    /^\s*((?:\*{1,6}|-|\.{1,6}|\d{1,9}\.|[a-zA-Z]\.|[ivxIVX]{1,9}\)|<(?:\d{1,3}|\.)>|•)[ \t]+(?:\[[ x*]\][ \t]+)?)(?=\S)/.exec(
      text,
    )?.[1]!.length ?? 0
  );
}

/** `term:: definition`. */
export function definitionMark(text: string): DefinitionMark | undefined {
  const match = /^\s*(\S(?:.{0,300}?\S)?)(?::{2,4}|;;)(?:[ \t]+|$)/.exec(text);
  if (!match) return undefined;
  const indent = text.length - text.trimStart().length;
  return { term: match[1]!.length, length: match[0].length - indent };
}

export function admonitionMark(text: string): number {
  return /^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+/.exec(text)?.[0].length ?? 0;
}

/** Whether the line at this index is a title of the old form: a line of one mark, about as long, stands below. */
export function isUnderlined(lines: readonly Line[], index: number): boolean {
  const title = lines[index]!.text.trimEnd();
  const below = lines[index + 1]?.text.trimEnd() ?? '';
  return title.length > 1 && /^([=~^+-])\1+$/.test(below) && Math.abs(below.length - title.length) <= 1;
}

/** Whether a paragraph ends before this line. */
export function interrupts(line: Line, isInList: boolean): boolean {
  const text = line.text.trimEnd();
  if (isBlank(line) || fenceOf(text) !== undefined || isAttributes(text)) return true;
  if (!isInList) return false;
  return text === '+' || itemMark(text) > 0 || definitionMark(text) !== undefined;
}
