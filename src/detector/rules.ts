import type { Evidence, Span } from '../api/report.ts';
import { linesOutsideCode } from './authorText.ts';
import { isQuoted, lineFinder } from './leftovers.ts';

/** Problems in a text that rules find, whatever its style, as named in reports. */
export const ruleLabels = {
  placeholders: 'Placeholders left standing, such as “[Your Name]”',
  wrong_isbn: 'An ISBN whose check digit is wrong, so that no book has it',
  impossible_doi: 'A DOI of a form that none has',
  future_access: 'A source that was read on a day still to come',
} as const;
type Rule = keyof typeof ruleLabels;

/**
 * In log-odds, used only for sorting. Rules are listed beside the model's evidence but change no score: people also
 * leave placeholders and mistype numbers, and how often they do was not measured.
 */
const weight = 0.5;

/** The most places shown of each kind. */
const maxSpans = 5;

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const number = new Map(months.split('|').map((month, i) => [month, String(i + 1).padStart(2, '0')]));

/** Each pattern matches at most a hundred characters, to avoid quadratic time. */
const signs = new RegExp(
  [
    String.raw`(?<placeholder>\[(?:Your|Insert|Recipient(?:['’]s)?|Company|Add your) [A-Z]?[\w'’ /-]{1,50}\]|\[Insert\b[^\]\n]{1,60}\]|\b(?:INSERT|PASTE)_[A-Z][A-Z_]{2,40}\b)`,
    String.raw`\bISBN(?:-1[03])?:? {0,3}(?<isbn>\d[\d -]{8,16}[\dXx])(?![\d-])`,
    String.raw`(?:\bhttps?:\/\/(?:dx\.)?doi\.org\/|\bdoi: ?)(?<doi>[^\s"'[\]{}|]{1,100})`,
    String.raw`\b(?:[Aa]ccessed|[Rr]etrieved|[Vv]isited)(?: on)?:? (?:(?<iso>\d{4}-\d\d-\d\d)|(?<day>\d{1,2}) (?<month>${months}),? (?<year>\d{4})|(?<month2>${months}) (?<day2>\d{1,2}), (?<year2>\d{4}))(?!\d)`,
  ].join('|'),
  'g',
);

/**
 * Problems that rules find in a text, as evidence without effect on the verdict. Quotations and code are skipped.
 * Linear in the text's length.
 * @param text the author's own prose, to which span offsets refer.
 * @param today as `2026-11-30`; without it no date counts as future.
 */
export function findByRules(text: string, today = '9999'): Evidence[] {
  const found = new Map<Rule, Span[]>();
  let lineOf: ReturnType<typeof lineFinder> | undefined;
  for (const match of text.matchAll(signs)) {
    const rule = brokenRule(match.groups!, today);
    if (rule === undefined || found.get(rule)?.length === maxSpans) continue;
    lineOf ??= lineFinder(linesOutsideCode(text));
    const line = lineOf(match.index);
    if (!line) continue;
    // A source may be in parentheses.
    const from = match.index - line.start - (text[match.index - 1] === '(' ? 1 : 0);
    if (isQuoted(text.slice(line.start, line.end), from)) continue;
    const spans = found.get(rule) ?? [];
    const end = match.index + match[0].replace(/[.,;:!?)>]+$/, '').length;
    found.set(rule, [...spans, { start: match.index, end }]);
  }
  return [...found].map(([feature, spans]) => ({ feature, label: ruleLabels[feature], weight, spans }));
}

function brokenRule(found: Partial<Record<string, string>>, today: string): Rule | undefined {
  const { placeholder, isbn, doi, iso, day, month, year, day2, month2, year2 } = found;
  if (placeholder !== undefined) return 'placeholders';
  if (isbn !== undefined) return isWrongIsbn(isbn) ? 'wrong_isbn' : undefined;
  if (doi !== undefined) return isImpossibleDoi(doi) ? 'impossible_doi' : undefined;
  const named = number.get(month ?? month2 ?? '');
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
 * A DOI consists of `10.`, a registrant of four or more digits, `/` and a name. A short one is `10/name`, or only a
 * name in a URL.
 */
function isImpossibleDoi(written: string): boolean {
  const doi = written.replace(/%2f/gi, '/').replace(/[.,;:!?)>]+$/, '');
  if (/^10\.\d{4,9}(?:\.\d+)*\/./.test(doi) || /^(?:10\/)?[a-z0-9]{2,12}$/i.test(doi)) return false;
  return /^\d/.test(doi) && /[./]/.test(doi);
}
