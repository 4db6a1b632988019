import type { Line } from '../text/lines.ts';

/** Blocks whose contents are not prose; of any other, such as a quote, they are. */
const unreadBlocks: ReadonlySet<string> = new Set(['src', 'example', 'export', 'comment']);

export interface Headline {
  level: number;
  /** Characters before its title: stars, a state and a priority. */
  mark: number;
  /** Where its title ends and its tags begin, from the first character of the line. */
  end: number;
  /** Whether it and all below it are not exported. */
  isComment: boolean;
}

export function headlineOf(text: string): Headline | undefined {
  const match =
    /^(\*+)[ \t]+(?:(?:TODO|DONE|NEXT|WAIT(?:ING)?|HOLD|CANCELL?ED)[ \t]+)?(?:\[#\w\][ \t]+)?/.exec(text);
  if (!match) return undefined;
  const mark = match[0].length;
  const tags = /[ \t]+:[\p{L}\p{N}_@#%:]{1,300}:[ \t]*$/u.exec(text.slice(mark));
  return {
    level: match[1]!.length,
    mark,
    end: tags ? mark + tags.index : text.length,
    isComment: /^COMMENT(?:\s|$)/.test(text.slice(mark)),
  };
}

/** What closes the block, drawer or LaTeX environment that a line opens; undefined for one that opens none unread. */
export function closerOf(text: string): string | undefined {
  const block = /^\s*#\+begin_(\S+)/i.exec(text)?.[1]?.toLowerCase();
  if (block !== undefined) return unreadBlocks.has(block) ? `end_${block}` : undefined;
  if (/^\s*#\+begin:/i.test(text)) return 'end:';
  if (/^\s*:[\w-]+:\s*$/.test(text)) return ':end:';
  const environment = /^\s*\\begin\{([\w*]+)\}/.exec(text)?.[1];
  return environment === undefined ? undefined : `\\end{${environment}}`;
}

/** What a line that opens or closes a quotation does. */
export function quoteMark(text: string): 'open' | 'close' | undefined {
  const step = /^\s*#\+(begin|end)_(?:quote|verse)\b/i.exec(text)?.[1]?.toLowerCase();
  if (step === undefined) return undefined;
  return step === 'begin' ? 'open' : 'close';
}

/** What such a line closes, in the same words. */
export function closedBy(text: string): string | undefined {
  const match = /^\s*(?:#\+(end_\S+|end:)|(:end:))\s*$/i.exec(text);
  return (match?.[1] ?? match?.[2])?.toLowerCase() ?? /\\end\{[\w*]+\}\s*$/.exec(text)?.[0].trimEnd();
}

/** Settings, comments, planning, clocks, tables, results, rules: nothing that is read. */
export function isUnread(text: string): boolean {
  return /^\s*(?:#\+\S|#(?:\s|$)|\||:(?:\s|$)|-{5,}\s*$|(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):|:[\w-]+:\s*$)|^%%\(/.test(
    text,
  );
}

/** Characters before the text of a setting that a reader sees: the document's title, a picture's caption. */
export function shownSettingMark(text: string): number {
  return /^\s*#\+(?:title|subtitle|caption(?:\[[^\]]{0,200}\])?):[ \t]*(?=\S)/i.exec(text)?.[0].length ?? 0;
}

/** Characters before the text of a list's item: its bullet, a counter, a task's box. A star in the first column is a headline's. */
export function itemMark(text: string): number {
  return (
    /^(?:\s*(?:[-+]|(?:\d{1,9}|[a-zA-Z])[.)])|\s+\*)(?:[ \t]+|$)(?:\[@\w{1,9}\][ \t]*)?(?:\[[ xX-]\][ \t]+)?/.exec(
      text,
    )?.[0].length ?? 0
  );
}

/** Of an item's text, the length of its term, and where the sign after it ends: `term :: text`. */
export function termOf(text: string): { length: number; end: number } | undefined {
  const match = /^(\S(?:.{0,300}?\S)?)[ \t]+::(?:[ \t]+|$)/.exec(text);
  return match ? { length: match[1]!.length, end: match[0].length } : undefined;
}

/** Characters before the text of a footnote, which begins in the first column. */
export function footnoteMark(text: string): number {
  return /^\[fn:[\w-]{1,100}\][ \t]*/.exec(text)?.[0].length ?? 0;
}

/** Whether a paragraph ends before this line. */
export function interrupts({ text, indent }: Line): boolean {
  return (
    indent === Infinity ||
    isUnread(text) ||
    closerOf(text) !== undefined ||
    itemMark(text) > 0 ||
    footnoteMark(text) > 0 ||
    headlineOf(text) !== undefined
  );
}
