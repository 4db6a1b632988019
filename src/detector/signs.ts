import type { Evidence, Span } from '../api/report.ts';
import { agentInTrailer } from '../api/agents.ts';
import { linesOutsideCode, type LeftOut, type Line } from './authorText.ts';

/**
 * Labels in reports for evidence that patterns find, whatever a text's style: first traces of an AI, then problems
 * that rules find. Matches in quotations and code don't count, because a text may be about such traces.
 */
export const signLabels = {
  chat_marks: 'Traces of text copied from an AI chat, such as “oaicite”',
  chat_phrases: 'Sentences in which an AI refers to itself, such as “As an AI language model, I”',
  chat_manners: 'How an AI chat begins and ends an answer: “Sure, here is”, “I hope this helps! Let me know”',
  chat_links: 'Addresses from an AI chat, with “utm_source=chatgpt.com”',
  ai_trailer: 'A line of a commit message that names an AI as its author',
  placeholders: 'Unfilled placeholders, such as “[Your Name]”',
  wrong_isbn: 'An ISBN that no book can have, because its check digit is wrong',
  impossible_doi: 'A DOI in a format that no DOI has',
  future_access: 'A source accessed on a future date',
} as const;
type Sign = keyof typeof signLabels;

/**
 * In log-odds. None of 90,355 human-written English texts in the corpora contains such a trace. Of 117,816 AI
 * texts, 130 contain `chat_phrases` (log-odds 5.3, with half a text added to each count) and 4 contain
 * `chat_manners` (1.9). The other traces were removed from the corpora, so their weights are estimates. People also
 * write `chat_manners` in letters and copy `chat_links` from a chat, so neither is decisive. A trailer refers to
 * the whole commit, not only to the message.
 *
 * The weights of rules are used only for sorting. They change no score: people also leave placeholders and mistype
 * numbers, and how often they do was not measured.
 */
const weights: Record<Sign, number> = {
  ...{ chat_marks: 8, chat_phrases: 5, chat_manners: 2, chat_links: 2, ai_trailer: 3 },
  ...{ placeholders: 0.5, wrong_isbn: 0.5, impossible_doi: 0.5, future_access: 0.5 },
};

const sources = String.raw`turn\d{1,3}(?:search|news|view|image|fetch|file|academia|reddit|finance|forecast|sports)\d{1,3}`;
/**
 * References that work only on the chat's own page. A text about such references quotes them in backticks, which
 * the Markdown reader removes. So short ones count only where they can't be a word of a sentence.
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

/**
 * Traces of an AI in a text, as evidence, strongest first. Linear in the text's length.
 * @param text the author's own prose, to which span offsets refer.
 */
export function findLeftovers(text: string): Evidence[] {
  const found = findInProse(
    text,
    marks,
    ({ mark, link }) =>
      mark !== undefined ? 'chat_marks' : link !== undefined ? 'chat_links' : 'chat_phrases',
    (line, from, leftover) => {
      if (isQuoted(line, from)) return false;
      if (leftover === 'chat_marks') return isOutsideSentence(line, from);
      return leftover === 'chat_links' || !line.startsWith('As a', from) || beginsSentence(line, from);
    },
  );
  if (mayHaveOpening.test(text) || text.includes('I hope this helps')) {
    const lines = linesOutsideCode(text).filter((line) => line.text !== '');
    const isManner = (line: string, i: number): boolean =>
      (i === 0 && opening.test(line)) || (i === lines.length - 1 && closing.test(line));
    const spans = lines
      .filter((line, i) => lines.length > 1 && isManner(line.text, i))
      .map(({ start, end }) => ({ start, end: start + text.slice(start, end).trimEnd().length }));
    if (spans.length > 0) found.set('chat_manners', spans);
  }
  return evidenceOf(found);
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
  return evidenceOf(new Map(spans.length > 0 ? [['ai_trailer', spans]] : []));
}

/** Whether an offset in a line is in quotation marks or inline code. */
function isQuoted(line: string, offset: number): boolean {
  const before = line.slice(Math.max(0, offset - 500), offset);
  const count = (sign: string): number => before.split(sign).length - 1;
  if (count('`') % 2 === 1 || count('"') % 2 === 1) return true;
  if (/['‘‚(]$/.test(before)) return true;
  return (
    before.lastIndexOf('“') > before.lastIndexOf('”') || before.lastIndexOf('«') > before.lastIndexOf('»')
  );
}

/**
 * Whether the text at this offset can't be a word of the sentence, because it is attached to a word or follows
 * punctuation.
 */
function isOutsideSentence(line: string, offset: number): boolean {
  return /(?:^|[^\s]|[.!?,;:)\]”"]\s+)$/.test(line.slice(Math.max(0, offset - 8), offset));
}

function beginsSentence(line: string, offset: number): boolean {
  return /(?:^[\s\-*#\d.)]*|[.!?:]\s+)$/.test(line.slice(Math.max(0, offset - 8), offset));
}

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const monthNumbers = new Map(months.split('|').map((month, i) => [month, String(i + 1).padStart(2, '0')]));

/** Each pattern matches at most a hundred characters, to avoid quadratic time. */
const problems = new RegExp(
  [
    String.raw`(?<placeholder>\[(?:Your|Insert|Recipient(?:['’]s)?|Company|Add your) [A-Z]?[\w'’ /-]{1,50}\]|\[Insert\b[^\]\n]{1,60}\]|\b(?:INSERT|PASTE)_[A-Z][A-Z_]{2,40}\b)`,
    String.raw`\bISBN(?:-1[03])?:? {0,3}(?<isbn>\d[\d -]{8,16}[\dXx])(?![\d-])`,
    String.raw`(?:\bhttps?:\/\/(?:dx\.)?doi\.org\/|\bdoi: ?)(?<doi>[^\s"'[\]{}|]{1,100})`,
    String.raw`\b(?:[Aa]ccessed|[Rr]etrieved|[Vv]isited)(?: on)?:? (?:(?<iso>\d{4}-\d\d-\d\d)|(?<day>\d{1,2}) (?<month>${months}),? (?<year>\d{4})|(?<month2>${months}) (?<day2>\d{1,2}), (?<year2>\d{4}))(?!\d)`,
  ].join('|'),
  'g',
);

/**
 * Problems that rules find in a text, as evidence without effect on the verdict. Linear in the text's length.
 * @param text the author's own prose, to which span offsets refer.
 * @param today as `2026-11-30`; without it no date counts as future.
 */
export function findByRules(text: string, today = '9999'): Evidence[] {
  const found = findInProse(
    text,
    problems,
    (groups) => brokenRule(groups, today),
    // A source may be in parentheses.
    (line, from) => !isQuoted(line, line[from - 1] === '(' ? from - 1 : from),
  );
  return evidenceOf(found);
}

function brokenRule(found: Partial<Record<string, string>>, today: string): Sign | undefined {
  const { placeholder, isbn, doi, iso, day, month, year, day2, month2, year2 } = found;
  if (placeholder !== undefined) return 'placeholders';
  if (isbn !== undefined) return isWrongIsbn(isbn) ? 'wrong_isbn' : undefined;
  if (doi !== undefined) return isImpossibleDoi(doi) ? 'impossible_doi' : undefined;
  const named = monthNumbers.get(month ?? month2 ?? '');
  const date = iso ?? `${year ?? year2}-${named}-${(day ?? day2 ?? '').padStart(2, '0')}`;
  return date > today ? 'future_access' : undefined;
}

/** Whether a number as long as an ISBN has a wrong check digit; other numbers are not ISBNs. */
function isWrongIsbn(written: string): boolean {
  const signs = written.replace(/[ -]/g, '').toUpperCase().split('');
  const digits = signs.map((sign) => (sign === 'X' ? 10 : Number(sign)));
  const sum = (weightOf: (i: number) => number): number =>
    digits.reduce((total, digit, i) => total + digit * weightOf(i), 0);
  if (digits.length === 10) return sum((i) => 10 - i) % 11 !== 0;
  return digits.length === 13 && sum((i) => (i % 2 === 0 ? 1 : 3)) % 10 !== 0;
}

/**
 * A DOI consists of `10.`, a registrant of four or more digits, `/` and a name. A short DOI is `10/name`, or only
 * a name in a URL.
 */
function isImpossibleDoi(written: string): boolean {
  const doi = written.replace(/%2f/gi, '/').replace(/[.,;:!?)>]+$/, '');
  if (/^10\.\d{4,9}(?:\.\d+)*\/./.test(doi) || /^(?:10\/)?[a-z0-9]{2,12}$/i.test(doi)) return false;
  return /^\d/.test(doi) && /[./]/.test(doi);
}

/** The most places shown of each sign. */
const maxSpans = 5;

/**
 * The places in a text's prose that match a pattern, by sign.
 * @param nameOf the sign of a match by its groups; `undefined` for none.
 * @param isSign whether a match counts as a sign if it begins at `from` in its line.
 */
function findInProse(
  text: string,
  pattern: RegExp,
  nameOf: (groups: Partial<Record<string, string>>) => Sign | undefined,
  isSign: (line: string, from: number, name: Sign) => boolean,
): Map<Sign, Span[]> {
  const found = new Map<Sign, Span[]>();
  // Found only when needed, since most texts have no match.
  let lines: Line[] | undefined;
  let at = 0;
  for (const { index, 0: match, groups } of text.matchAll(pattern)) {
    const name = nameOf(groups!);
    if (name === undefined || found.get(name)?.length === maxSpans) continue;
    lines ??= linesOutsideCode(text);
    while (at < lines.length && lines[at]!.end <= index) at++;
    const { start = Infinity, end = Infinity } = lines[at] ?? {};
    if (index < start || !isSign(text.slice(start, end), index - start, name)) continue;
    const place = { start: index, end: index + match.replace(/[.,;:!?)>]+$/, '').length };
    found.set(name, [...(found.get(name) ?? []), place]);
  }
  return found;
}

/** Signs as evidence, strongest first. */
const evidenceOf = (found: ReadonlyMap<Sign, Span[]>): Evidence[] =>
  [...found]
    .map(([feature, spans]) => ({ feature, label: signLabels[feature], weight: weights[feature], spans }))
    .sort((a, b) => b.weight - a.weight);
