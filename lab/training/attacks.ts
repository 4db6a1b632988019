import { repertoires } from './homoglyphs.ts';
import { otherSpelling } from './spellings.ts';
import { synonyms } from './synonyms.ts';
import { shuffle } from './random.ts';

/**
 * Ways to change a text so that a detector misses it while a reader still understands it, after the attacks of RAID
 * (Dugan et al. 2024). For measurements and tests only. Each is as strong as a reader would tolerate.
 */

export const attackNames = [
  'zero_width',
  'homoglyphs',
  'whitespace',
  'markup',
  'case',
  'misspelling',
  'synonyms',
  'articles',
  'spelling',
  'numbers',
  'paragraphs',
] as const;
export type AttackName = (typeof attackNames)[number];

/** `random` returns numbers in [0, 1); the same numbers give the same text. */
export type Attack = (text: string, random: () => number) => string;

const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)]!;

const wordPattern = /[A-Za-z]+(?:['’][A-Za-z]+)*/g;

const invisible = [
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u034f', '\u180e', '\u115f', '\u3164'],
  ...['\u200e', '\u200f', '\u202a', '\u202c', '\u2066', '\u2069', '\ufe0f', '\ufe00', '\u2063'],
  ...['\u{e0061}', '\u{e0100}'],
];

function zeroWidth(text: string, random: () => number): string {
  const few = random() < 0.5 ? invisible : [pick(invisible, random), '\u200b'];
  return text.replace(/[A-Za-z]/g, (letter) => {
    if (random() >= 0.08) return letter;
    return letter + pick(few, random) + (random() < 0.2 ? pick(few, random) : '');
  });
}

function homoglyphs(text: string, random: () => number): string {
  const imitations = pick(repertoires, random);
  const share = pick([0.1, 0.3, 1], random);
  return text.replace(/[A-Za-z]/g, (letter) => {
    const alike = imitations.get(letter);
    return alike !== undefined && random() < share ? pick(alike, random) : letter;
  });
}

const oddSpaces = [
  ...['\u00a0', '\u2009', '\u2002', '\u2003', '\u200a', '\u202f', '\u205f', '\u3000', '\u2007', '\u2028'],
  ...['  ', '   ', '\t', ' \t', '\n', '\r\n', '\n    ', ' \u00a0', '\v'],
];

function whitespace(text: string, random: () => number): string {
  return (
    text
      // Only before words, because Markdown reads some of these at the start of a line as bullets.
      .replace(/(?<=[A-Za-z,;]) (?=[A-Za-z])/g, (space) => (random() < 0.2 ? pick(oddSpaces, random) : space))
      .replace(/(?<=[A-Za-z])[,.;:!?](?=\s|$)/g, (sign) => (random() < 0.2 ? ' ' + sign : sign))
      .replace(/(?<=[a-z],) (?=[a-z])/g, (space) => (random() < 0.1 ? '' : space))
  );
}

const emphasis: readonly [string, string][] = [
  ['**', '**'],
  ['*', '*'],
  ['_', '_'],
  ['__', '__'],
  ['***', '***'],
  ['`', '`'],
  ['<b>', '</b>'],
  ['<i>', '</i>'],
  ['<span style="color:inherit">', '</span>'],
  ['[', '](https://example.com/a?b=c)'],
];
const insertions = [
  '**',
  '\u00ad',
  '<!-- -->',
  '<wbr>',
  '<b></b>',
  '&zwnj;',
  '&shy;',
  '&#8203;',
  '&#x200D;',
  '<span></span>',
];

function markup(text: string, random: () => number): string {
  return (
    text
      // Signs of list items and links are excluded, because they would be visible if escaped.
      .replace(/(?<=[A-Za-z])[,.;:!?'")-]/g, (sign) => (random() < 0.1 ? '\\' + sign : sign))
      .replace(wordPattern, (word) => {
        if (random() >= 0.15) return word;
        const cut = 1 + Math.floor(random() * (word.length - 1));
        const [before, after] = [word.slice(0, cut), word.slice(cut)];
        const [open, close] = pick(emphasis, random);
        const kind = random();
        if (kind < 0.4) return open + word + close;
        if (word.length < 3) return word;
        if (kind < 0.55 && !open.startsWith('_')) return before + open + after + close;
        if (kind < 0.8) return before + pick(insertions, random) + after;
        const code = after.charCodeAt(0);
        return `${before}&#${random() < 0.5 ? code : 'x' + code.toString(16)};${after.slice(1)}`;
      })
      .replace(/(?<=[a-z]) (?=[a-z])/g, (space) =>
        random() < 0.03 ? pick(['&nbsp;', '&#32;', '&#xA0;', '&ensp;'], random) : space,
      )
  );
}

function changeCase(text: string, random: () => number): string {
  return text.replace(/[^.!?]+[.!?]*/g, (sentence) => {
    const kind = random();
    if (kind < 0.15) return sentence.toUpperCase();
    if (kind < 0.4) return sentence.replace(/[A-Z]/, (letter) => letter.toLowerCase());
    return sentence.replace(/[A-Za-z]/g, (letter) => {
      if (random() >= 0.05) return letter;
      return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    });
  });
}

/** The neighbours of each key in its row of a QWERTY keyboard. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
function keyBeside(letter: string, random: () => number): string {
  const row = rows.find((keys) => keys.includes(letter));
  if (row === undefined) return letter;
  const at = row.indexOf(letter);
  return pick(
    [row[at - 1], row[at + 1]].filter((key) => key !== undefined),
    random,
  );
}

function misspelling(text: string, random: () => number): string {
  return text.replace(wordPattern, (word) => {
    if (word.length < 4 || random() >= 0.07) return word;
    const at = 1 + Math.floor(random() * (word.length - 3));
    const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
    const slips = [
      before + after,
      before + letter + letter + after,
      before + keyBeside(letter, random) + after,
      before + after.charAt(0) + letter + after.slice(1),
    ];
    return pick(slips, random);
  });
}

const startsWithCapital = (word: string): boolean => /^[A-Z]/.test(word);

/** `word` with the capitals of `model`: none, the first, or all. */
function withCaseOf(model: string, word: string): string {
  if (model.length > 1 && model === model.toUpperCase()) return word.toUpperCase();
  return startsWithCapital(model) ? word[0]!.toUpperCase() + word.slice(1) : word;
}

const startsWithVowelSound = /^(?:[aeio]|u(?!ni[^m]|s|ti))/i;

function swapSynonyms(text: string, random: () => number): string {
  return text.replace(
    /\b(an? )?([A-Za-z]+)/gi,
    (whole: string, article: string | undefined, word: string) => {
      const others = synonyms.get(word.toLowerCase());
      if (others === undefined || random() >= 0.6) return whole;
      const other = withCaseOf(word, pick(others, random));
      if (article === undefined) return other;
      const fitting = startsWithVowelSound.test(other) ? 'an' : 'a';
      return `${withCaseOf(article.trim(), fitting)} ${other}`;
    },
  );
}

function dropArticles(text: string, random: () => number): string {
  // Excludes the letter in "vitamin-a day" or "AT&T's a": an article has spaces around it.
  return text.replace(
    /(?<![-'’&])\b(the|an?) ([A-Za-z])/gi,
    (whole: string, article: string, next: string) => {
      if (random() >= 0.5) return whole;
      return startsWithCapital(article) ? next.toUpperCase() : next;
    },
  );
}

function alternativeSpelling(text: string): string {
  return text.replace(wordPattern, (word) => {
    const other = otherSpelling.get(word.toLowerCase());
    return other === undefined ? word : withCaseOf(word, other);
  });
}

function swapNumbers(text: string, random: () => number): string {
  return text.replace(/\d/g, (digit) => (random() < 0.5 ? String(Math.floor(random() * 10)) : digit));
}

function shuffleParagraphs(text: string, random: () => number): string {
  const paragraphs = text.split(/\n{2,}/);
  const pieces = paragraphs.length > 1 ? paragraphs : text.split(/(?<=[.!?]) (?=[A-Z])/);
  shuffle(pieces, random);
  return pieces.join(paragraphs.length > 1 ? '\n\n' : ' ');
}

export const attacks: Readonly<Record<AttackName, Attack>> = {
  zero_width: zeroWidth,
  homoglyphs,
  whitespace,
  markup,
  case: changeCase,
  misspelling,
  synonyms: swapSynonyms,
  articles: dropArticles,
  spelling: alternativeSpelling,
  numbers: swapNumbers,
  paragraphs: shuffleParagraphs,
};
