/** What the detector knows about single characters. Source: Unicode 16 UCD. */

/** All UTF-16 units in order, with zeros for the halves of pairs: expressions over it fill the tables in a millisecond each. */
const units = new Uint16Array(65536);
for (let unit = 0; unit < 65536; unit++) units[unit] = unit;
units.fill(0, 0xd800, 0xe000);
const allUnits = new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units);

/** By UTF-16 unit, `value` where the pattern matches. */
function fill(table: Uint8Array, pattern: RegExp, value: number): Uint8Array {
  for (const { index, 0: run } of allUnits.matchAll(pattern)) table.fill(value, index, index + run.length);
  return table;
}

const wordClass = fill(fill(new Uint8Array(65536), /[\p{L}\p{M}]+/gu, 1), /\p{Nd}+/gu, 2);

/** Of one UTF-16 unit: a letter or a mark on one. */
export const isLetter = (unit: number): boolean => wordClass[unit] === 1;

/** Of one UTF-16 unit: a decimal digit of any script. */
export const isDigit = (unit: number): boolean => wordClass[unit] === 2;

const latinScript = fill(
  new Uint8Array(65536),
  /(?:(?=[\p{L}\p{M}])[\p{Script=Latin}\p{Script=Inherited}])+/gu,
  1,
).fill(0, 0, 0xaa);

/** Of one UTF-16 unit beyond ASCII: a letter of the Latin script, or a mark that any script may bear. */
export const isLatinLetter = (unit: number): boolean => latinScript[unit] === 1;

/** Where a word may be broken; honest in any typeset text. */
export const softHyphen = 0xad;

/** Takes no room on the page: zero-width, direction and tag characters, soft hyphens, variation selectors, fillers. */
export const isInvisible = (codePoint: number): boolean =>
  codePoint === softHyphen ||
  codePoint === 0x34f ||
  codePoint === 0x61c ||
  codePoint === 0x115f ||
  codePoint === 0x1160 ||
  codePoint === 0x17b4 ||
  codePoint === 0x17b5 ||
  (codePoint >= 0x180b && codePoint <= 0x180f) ||
  (codePoint >= 0x200b && codePoint <= 0x200f) ||
  (codePoint >= 0x202a && codePoint <= 0x202e) ||
  (codePoint >= 0x2060 && codePoint <= 0x206f) ||
  codePoint === 0x3164 ||
  (codePoint >= 0xfe00 && codePoint <= 0xfe0f) ||
  codePoint === 0xfeff ||
  codePoint === 0xffa0 ||
  (codePoint >= 0xfff0 && codePoint <= 0xfffb) ||
  (codePoint >= 0x1bca0 && codePoint <= 0x1bca3) ||
  (codePoint >= 0x1d173 && codePoint <= 0x1d17a) ||
  (codePoint >= 0xe0000 && codePoint <= 0xe0fff) ||
  (codePoint < 32 && !(codePoint >= 9 && codePoint <= 13)) ||
  codePoint === 127;

const lowerTable = units.slice();
for (let unit = 0xd800; unit < 0xe000; unit++) lowerTable[unit] = unit;
for (const { index, 0: run } of allUnits.matchAll(/\p{Changes_When_Lowercased}+/gu)) {
  const lower = run.toLowerCase();
  if (lower.length !== run.length) continue; // of İ alone
  for (let i = 0; i < run.length; i++) lowerTable[index + i] = lower.charCodeAt(i);
}

/** The lower-case form of one UTF-16 unit, where that is one unit; else the unit itself. */
export const lowerUnit = (unit: number): number => lowerTable[unit]!;

/** A combining mark that goes on the letter before it. */
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

/** Marks of direction and of presentation: honest beside a word, where another script or an emoji stood; never inside. */
export const isEdgeMark = (codePoint: number): boolean =>
  codePoint === 0x61c ||
  codePoint === 0x200e ||
  codePoint === 0x200f ||
  (codePoint >= 0x202a && codePoint <= 0x202e) ||
  (codePoint >= 0x2066 && codePoint <= 0x2069) ||
  (codePoint >= 0xfe00 && codePoint <= 0xfe0f);
