/** Properties of single characters. */

/**
 * All UTF-16 units in order, with one for private use in place of surrogates. One match over them fills a table in
 * about a millisecond.
 */
const units = new Uint16Array(65536);
for (let unit = 0; unit < 65536; unit++) units[unit] = unit;
units.fill(0xe000, 0xd800, 0xe000);
const allUnits = new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units);

/** For each UTF-16 unit, 1 if it matches the pattern. */
function unitsMatching(pattern: RegExp): Uint8Array {
  const table = new Uint8Array(65536);
  for (const { index, 0: run } of allUnits.matchAll(pattern)) table.fill(1, index, index + run.length);
  return table;
}

const letters = unitsMatching(/[\p{L}\p{M}]+/gu);

/** Whether a UTF-16 unit is a letter or a combining mark. */
export const isLetter = (unit: number): boolean => letters[unit] === 1;

const digits = unitsMatching(/\p{Nd}+/gu);

/** Whether a UTF-16 unit is a decimal digit in any script. */
export const isDigit = (unit: number): boolean => digits[unit] === 1;

const latinLetters = unitsMatching(
  /(?:(?=[\p{L}\p{M}])(?![A-Za-z])[\p{Script=Latin}\p{Script=Inherited}])+/gu,
);

/** Whether a UTF-16 unit beyond ASCII is a Latin letter, or a combining mark shared by all scripts. */
export const isLatinLetter = (unit: number): boolean => latinLetters[unit] === 1;

/** Marks where a word may be hyphenated. Common in typeset text, so not a sign of disguise. */
export const softHyphen = 0xad;

// eslint-disable-next-line no-control-regex
const invisibles = unitsMatching(/[\p{Default_Ignorable_Code_Point}\0-\x08\x0e-\x1f\x7f\ufff9-\ufffb]+/gu);

/**
 * Whether a character is invisible: zero-width, direction and tag characters, soft hyphens, variation selectors,
 * fillers.
 */
export const isInvisible = (codePoint: number): boolean =>
  invisibles[codePoint] === 1 ||
  (codePoint >= 0x1bca0 && codePoint <= 0x1bca3) ||
  (codePoint >= 0x1d173 && codePoint <= 0x1d17a) ||
  (codePoint >= 0xe0000 && codePoint <= 0xe0fff);

const lowerTable = units.slice();
for (let unit = 0xd800; unit < 0xe000; unit++) lowerTable[unit] = unit;
for (const { index, 0: run } of allUnits.matchAll(/\p{Changes_When_Lowercased}+/gu)) {
  const lower = run.toLowerCase();
  if (lower.length !== run.length) continue; // only İ
  for (let i = 0; i < run.length; i++) lowerTable[index + i] = lower.charCodeAt(i);
}

/** The lower-case form of a UTF-16 unit; the unit itself if that form is longer. */
export const lowerUnit = (unit: number): number => lowerTable[unit]!;

/** Whether a UTF-16 unit is a combining mark for the letter before it. */
export const isMark = (unit: number): boolean =>
  (unit >= 0x300 && unit <= 0x36f) ||
  (unit >= 0x1ab0 && unit <= 0x1aff) ||
  (unit >= 0x1dc0 && unit <= 0x1dff) ||
  (unit >= 0x20d0 && unit <= 0x20ff) ||
  (unit >= 0xfe20 && unit <= 0xfe2f);

/** Emoji, arrows, boxes and bullets. */
export const isPictograph = (codePoint: number): boolean =>
  (codePoint >= 0x1f000 && codePoint <= 0x1faff) ||
  (codePoint >= 0x2190 && codePoint <= 0x21ff) ||
  (codePoint >= 0x2300 && codePoint <= 0x27bf) ||
  (codePoint >= 0x2900 && codePoint <= 0x297f) ||
  (codePoint >= 0x2b00 && codePoint <= 0x2bff) ||
  codePoint === 0x2022 ||
  codePoint === 0x25aa ||
  codePoint === 0x20e3;

/**
 * Direction marks and variation selectors. Next to a word they may belong to another script or an emoji; inside a
 * word they never do.
 */
export const isEdgeMark = (codePoint: number): boolean =>
  codePoint === 0x61c ||
  codePoint === 0x200e ||
  codePoint === 0x200f ||
  (codePoint >= 0x202a && codePoint <= 0x202e) ||
  (codePoint >= 0x2066 && codePoint <= 0x2069) ||
  (codePoint >= 0xfe00 && codePoint <= 0xfe0f);
