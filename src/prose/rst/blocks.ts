import { isBlank, type Line } from '../text/lines.ts';

/** Directives that write text: what is indented below them, and their argument where it is text. */
const textDirectives: ReadonlySet<string> = new Set([
  ...[
    'attention',
    'caution',
    'danger',
    'error',
    'hint',
    'important',
    'note',
    'tip',
    'warning',
    'seealso',
    'todo',
  ],
  ...[
    'admonition',
    'topic',
    'sidebar',
    'rubric',
    'centered',
    'epigraph',
    'highlights',
    'pull-quote',
    'dropdown',
  ],
  ...['versionadded', 'versionchanged', 'versionremoved', 'deprecated', 'container', 'compound', 'only'],
  ...['figure', 'class', 'glossary', 'hlist', 'details', 'tab-set', 'tab-item', 'grid', 'grid-item', 'card'],
]);

/**
 * Directives that describe a piece of a program (Sphinx's domains, autodoc, CPython's and Django's own): what is
 * indented below them is text.
 */
const describesCode =
  /^(?:(?:coroutine|awaitable|abstract)?(?:function|method)|classmethod|staticmethod|class|attribute|property|data|exception|module|describe|object|option|program|envvar|cmdoption|decorator(?:method)?|member|macro|type|enum(?:erator)?|struct|union|concept|confval|directive|role|opcode|pdbcommand|2to3fixer|impl-detail|django-admin(?:-option)?|auto(?!summary)[a-z_]+|[a-z]+:(?!currentmodule|namespace|math)[\w:-]+)$/;

/** Those whose argument is a name, a file or a class. */
const namedBy = /^(?:figure|class|container|only|glossary|hlist|tab-set|grid)$/;

const describingFields =
  /^(?:param|parameter|arg|argument|key|keyword|returns?|raises?|except|exception|yields?|var|ivar|cvar|abstract|summary|description|dedication)\b/i;

interface DirectiveMark {
  /** How many characters before the text of its argument. */
  length: number;
  holdsText: boolean;
  /** Whether the argument is a name or a signature, which may go on below. */
  isNamed: boolean;
}

/** What a directive writes; undefined where there is none. */
export function directiveMark(text: string): DirectiveMark | undefined {
  const match = /^([\w:.+-]{1,80}?)::(?:\s+|$)/.exec(text);
  if (!match) return undefined;
  const name = match[1]!;
  const isRead = describesCode.test(name) || textDirectives.has(name);
  if (!isRead) return { length: 0, holdsText: false, isNamed: false };
  if (describesCode.test(name) || namedBy.test(name))
    return { length: text.length, holdsText: true, isNamed: match[0].length < text.length };
  // A version stands before what is said of it.
  const version = /^(?:version|deprecated)/.test(name) ? /^\S+\s*/.exec(text.slice(match[0].length)) : null;
  return { length: match[0].length + (version?.[0].length ?? 0), holdsText: true, isNamed: false };
}

/** Directives whose text is another's. */
export function isQuoteDirective(text: string): boolean {
  return /^(?:epigraph|highlights|pull-quote)::/.test(text);
}

/** A line of one punctuation mark, as it stands below a title, above it, or between two sections. */
export function isAdornment(text: string): boolean {
  return text.length > 1 && /^([!-/:-@[-`{-~])\1*$/.test(text);
}

/** Whether the line at this index is a title: an adornment as long as it, or of four marks, follows. */
export function isTitleOf(lines: readonly Line[], index: number): boolean {
  const title = lines[index];
  const below = lines[index + 1];
  if (!title || !below || isBlank(title) || below.indent !== 0) return false;
  const length = below.text.trimEnd().length;
  const text = title.text.trim();
  return isAdornment(below.text.trimEnd()) && !isAdornment(text) && (length >= 4 || length >= text.length);
}

export function isGridTable(text: string): boolean {
  return /^\+[-=+]+\+$/.test(text);
}

/** The upper, middle or lower line of a simple table. */
export function isTableBorder(text: string): boolean {
  return /^=+(?: +=+)+$/.test(text);
}

/** An option of a command with what it does, two spaces apart. */
export function isOption(text: string): boolean {
  return /^(?:--?[\w?][\w-]*|\/[A-Z])(?:[ =][^\s,]+)?(?:, \S+(?: \S+)?)?(?: {2,}|$)/.test(text);
}

/** How many characters the mark of a list's item takes with the space after it; 0 where there is none. */
export function itemMark(text: string): number {
  return (
    /^(?:[*+•‣⁃-]|\(?(?:\d{1,9}|[a-zA-Z]|[ivxlcdm]{1,9}|[IVXLCDM]{1,9}|#)[.)])\s+(?=\S)/.exec(text)?.[0]
      .length ?? 0
  );
}

/** The name of a field with the space after it, if the line begins with one. */
export function fieldMark(text: string): { length: number; isDescription: boolean } | undefined {
  const match = /^:(?![:\s`])((?:[^:\\`]|\\.|:(?!\s|$)){1,200}):(?:\s+|$)/.exec(text);
  return match ? { length: match[0].length, isDescription: describingFields.test(match[1]!) } : undefined;
}
