import type { Evidence, Span } from '../api/report.ts';
import { agentInTrailer } from '../api/agents.ts';
import { linesOutsideCode, type LeftOut, type Line } from './authorText.ts';

/** Traces of an AI in a text other than style, as named in reports. */
export const leftoverLabels = {
  chat_marks: 'Marks that a chat with an AI leaves in what is copied from it, such as “oaicite”',
  chat_phrases: 'Sentences in which an AI speaks of itself, such as “As an AI language model, I”',
  chat_manners:
    'How a chat with an AI opens and closes an answer: “Sure, here is”, “I hope this helps! Let me know”',
  chat_links: 'Addresses that a chat with an AI gave out, with “utm_source=chatgpt.com”',
  ai_trailer: 'A line of a commit message that names an AI as its author',
} as const;
type Leftover = keyof typeof leftoverLabels;

/**
 * In log-odds. None of 90,355 human-written English texts in the corpora contains such a trace. Of 117,816 AI
 * texts, 130 contain `chat_phrases` (log-odds 5.3, with half a text added to each count) and 4 contain
 * `chat_manners` (1.9). The other traces were removed from the corpora, so their weights are estimates. People also
 * write `chat_manners` in letters and copy `chat_links` from a chat, so neither is decisive. A trailer refers to
 * the whole commit, not only to the message.
 */
const weights: Record<Leftover, number> = {
  ...{ chat_marks: 8, chat_phrases: 5, chat_manners: 2, chat_links: 2, ai_trailer: 3 },
};

const sources = String.raw`turn\d{1,3}(?:search|news|view|image|fetch|file|academia|reddit|finance|forecast|sports)\d{1,3}`;
/**
 * References that work only on the chat's own page. A text about such references quotes them in backticks, which
 * the Markdown reader removes. So short ones count only at places where a word of a sentence would not be.
 */
const marks = new RegExp(
  [
    String.raw`(?<mark>:contentReference\[oaicite:\d+\](?:\{index=\d+\})?|\[?oaicite:\d+\]?(?:\{index=\d+\})?|(?:cite)?(?:[\uE200-\uE202]?${sources})+[\uE200-\uE202]?|\[cite_start\]|\[cite: ?\d+(?:, ?\d+)*\]|【\d+(?::\d+)?†[^】\n]{0,80}】)`,
    String.raw`(?<link>\bhttps?:\/\/[^\s<>()[\]"'\`]{1,400}[?&](?:utm_source|referrer)=(?:chatgpt\.com|openai|copilot\.com|claude\.ai|perplexity|gemini|grok\.com|deepseek|chat\.mistral\.ai|meta\.ai|poe\.com)\b)`,
    String.raw`(?<phrase>\bAs an? (?:AI|artificial intelligence|large language model)(?: language)?(?: model| assistant)?, (?:I|my|it)\b|\b[Aa]s of my (?:last|latest) (?:knowledge )?(?:update|training)\b|\bmy (?:knowledge|training)(?: data)? cut-?off\b)`,
  ].join('|'),
  'g',
);
const opening = /^(?:Sure|Certainly|Of course|Absolutely)[,!.]* ?[Hh]ere(?:['’]s| is| are)\b.{0,200}[:.!]$/;
/** A fast test that most texts fail, so that `opening` is rarely tried. */
const mayHaveOpening = /^\s*(?:Sure|Certainly|Of course|Absolutely)\b/;
const closing = /\bI hope this helps\b.{0,40}\bLet me know\b/;

/** The most places shown of each kind. */
const maxSpans = 5;

/**
 * Traces of an AI in a text, as evidence, strongest first. Quotations and code don't count, because a text may be
 * about such traces. Linear in the text's length.
 * @param text the author's own prose, to which span offsets refer.
 */
export function findLeftovers(text: string): Evidence[] {
  const found = new Map<Leftover, Span[]>();
  const add = (leftover: Leftover, start: number, end: number): void => {
    const spans = found.get(leftover);
    if (spans === undefined) found.set(leftover, [{ start, end }]);
    else if (spans.length < maxSpans) spans.push({ start, end });
  };
  const hasMaxSpans = (leftover: Leftover): boolean => found.get(leftover)?.length === maxSpans;
  // Computed only when needed, since most texts have no traces.
  let inProse: ((offset: number) => Line | undefined) | undefined;
  for (const match of text.matchAll(marks)) {
    const { mark, link, phrase } = match.groups!;
    const leftover = mark !== undefined ? 'chat_marks' : link !== undefined ? 'chat_links' : 'chat_phrases';
    if (hasMaxSpans(leftover)) continue;
    inProse ??= lineFinder(linesOutsideCode(text));
    const at = inProse(match.index);
    if (at === undefined) continue;
    const line = text.slice(at.start, at.end);
    const from = match.index - at.start;
    const isLeft =
      !isQuoted(line, from) &&
      (mark === undefined || isOutsideSentence(line, from)) &&
      (phrase === undefined || !phrase.startsWith('As a') || beginsSentence(line, from));
    if (isLeft) add(leftover, match.index, match.index + match[0].length);
  }
  if (mayHaveOpening.test(text) || text.includes('I hope this helps')) {
    const lines = linesOutsideCode(text).filter((line) => line.text !== '');
    const spanOf = (line: Line): [number, number] => [
      line.start,
      line.start + text.slice(line.start, line.end).trimEnd().length,
    ];
    const [first] = lines;
    const last = lines.at(-1);
    if (first && last && first !== last) {
      if (opening.test(first.text)) add('chat_manners', ...spanOf(first));
      if (closing.test(last.text)) add('chat_manners', ...spanOf(last));
    }
  }
  return evidenceOf(found);
}

/**
 * Returns a function that finds the line at an offset; offsets must increase between calls. `undefined` within
 * fenced code.
 */
export function lineFinder(lines: readonly Line[]): (offset: number) => Line | undefined {
  let at = 0;
  return (offset) => {
    while (at < lines.length && lines[at]!.end <= offset) at++;
    const line = lines[at];
    return line && line.start <= offset ? line : undefined;
  };
}

/** The trailers that name an AI, as evidence with offsets in the whole text. */
export function findAiTrailers(text: string, leftOut: readonly LeftOut[]): Evidence[] {
  const spans: Span[] = [];
  for (const { role, start, end } of leftOut) {
    if (role !== 'trailers' || spans.length === maxSpans) continue;
    const line = text.slice(start, end).trim();
    if (agentInTrailer(line) === null) continue;
    const from = start + text.slice(start, end).indexOf(line);
    spans.push({ start: from, end: from + line.length });
  }
  return spans.length > 0 ? evidenceOf(new Map([['ai_trailer', spans]])) : [];
}

function evidenceOf(found: ReadonlyMap<Leftover, Span[]>): Evidence[] {
  return [...found]
    .map(([feature, spans]) => ({ feature, label: leftoverLabels[feature], weight: weights[feature], spans }))
    .sort((a, b) => b.weight - a.weight);
}

/** Whether an offset of a line is in quotation marks or inline code. */
export function isQuoted(line: string, offset: number): boolean {
  const before = line.slice(Math.max(0, offset - 500), offset);
  const count = (sign: string): number => before.split(sign).length - 1;
  if (count('`') % 2 === 1 || count('"') % 2 === 1) return true;
  if (/['‘‚(]$/.test(before)) return true;
  return (
    before.lastIndexOf('“') > before.lastIndexOf('”') || before.lastIndexOf('«') > before.lastIndexOf('»')
  );
}

/** Whether this offset can't be a word of the sentence: it is attached to a word, or follows punctuation. */
function isOutsideSentence(line: string, offset: number): boolean {
  return /(?:^|[^\s]|[.!?,;:)\]”"]\s+)$/.test(line.slice(Math.max(0, offset - 8), offset));
}

function beginsSentence(line: string, offset: number): boolean {
  return /(?:^[\s\-*#\d.)]*|[.!?:]\s+)$/.test(line.slice(Math.max(0, offset - 8), offset));
}
