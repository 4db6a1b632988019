/** What the detector knows about single characters. Sources: Unicode 16 UCD, and TR39's confusables for `lookalikes`. */

const wordClass = new Uint8Array(65536);
const letterPattern = /[\p{L}\p{M}]/u;
for (let unit = 0; unit < 65536; unit++) {
  const surrogate = unit >= 0xd800 && unit <= 0xdfff;
  if (surrogate) continue;
  const character = String.fromCharCode(unit);
  if (letterPattern.test(character)) wordClass[unit] = 1;
  else if (/\p{Nd}/u.test(character)) wordClass[unit] = 2;
}

/** Of one UTF-16 unit: a letter or a mark on one. */
export const isLetter = (unit: number): boolean => wordClass[unit] === 1;

/** Of one UTF-16 unit: a decimal digit of any script. */
export const isDigit = (unit: number): boolean => wordClass[unit] === 2;

export const isAsciiLetter = (unit: number): boolean => {
  const lower = unit | 32;
  return lower >= 97 && lower <= 122;
};

/** Space, tab, line breaks, and Unicode's other spaces. */
export const isSpace = (unit: number): boolean =>
  unit === 32 ||
  (unit >= 9 && unit <= 13) ||
  unit === 0x85 ||
  unit === 0xa0 ||
  unit === 0x1680 ||
  (unit >= 0x2000 && unit <= 0x200a) ||
  unit === 0x2028 ||
  unit === 0x2029 ||
  unit === 0x202f ||
  unit === 0x205f ||
  unit === 0x3000;

/** Takes no room on the page: zero-width, direction and tag characters, soft hyphens, variation selectors. */
export const isInvisible = (codePoint: number): boolean =>
  codePoint === 0xad ||
  codePoint === 0x34f ||
  codePoint === 0x61c ||
  codePoint === 0x180e ||
  (codePoint >= 0x200b && codePoint <= 0x200f) ||
  (codePoint >= 0x202a && codePoint <= 0x202e) ||
  (codePoint >= 0x2060 && codePoint <= 0x206f) ||
  (codePoint >= 0xfe00 && codePoint <= 0xfe0f) ||
  codePoint === 0xfeff ||
  (codePoint >= 0xe0000 && codePoint <= 0xe0fff) ||
  (codePoint < 32 && !(codePoint >= 9 && codePoint <= 13)) ||
  codePoint === 127;

/** Letters of other alphabets that look like a Latin one, each with the Latin letter. */
const lookalikePairs =
  'аa еe оo рp сc хx уy іi јj ѕs һh ԁd ԛq ԝw ԍg ӏl ѵv АA ВB ЕE КK МM НH ОO РP СC ТT ХX УY ІI ЈJ ЅS ԌG ԚQ ԜW ' +
  'вb кk мm нh тt ЗE ' +
  'αa οo ρp νv υu ιi κk τt γy ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ' +
  'օo սu ոn ցg հh ɑa ɡg ıi ǀl ᴀa ʙb ᴄc ᴅd ᴇe ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ꓮA ꓐB ꓚC ꓓD ꓰE';
const lookalikeTable = new Uint16Array(65536);
for (const pair of lookalikePairs.split(' ')) {
  lookalikeTable[pair.charCodeAt(0)] = pair.charCodeAt(1);
}

/** The Latin letter that this UTF-16 unit imitates, or 0. */
export const latinLookalike = (unit: number): number => lookalikeTable[unit]!;

const lowerTable = new Uint16Array(65536);
for (let unit = 0; unit < 65536; unit++) {
  const lower = unit >= 0xd800 && unit <= 0xdfff ? '' : String.fromCharCode(unit).toLowerCase();
  lowerTable[unit] = lower.length === 1 ? lower.charCodeAt(0) : unit;
}

/** The lower-case form of one UTF-16 unit, where that is one unit; else the unit itself. */
export const lowerUnit = (unit: number): number => lowerTable[unit]!;
