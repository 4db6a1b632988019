import { isAsciiLetter } from '../../text/characters.ts';
import { isLatinLetter, isLetter } from './characters.ts';
import { hashUnits, isFunctionWord } from '../features/words.ts';

/*
 * Pairs of a letter and the Latin letter it resembles. They are the single letters of Unicode TR39's confusables
 * (version 13), except those that NFKC converts to Latin, plus some that TR39 links only through a third letter.
 */

/** Letters from other alphabets. A word that also contains Latin letters is treated as disguised. */
const unmixed =
  // Cyrillic
  'аa АA Ьb ВB вb сc СC ԁd еe ҽe ЕE ԌG ԍg һh НH нh іi ꙇi ІI ӏl ӀI јj ЈJ КK кk МM мm оo ОO рp РP ԛq ԚQ гr ѕs ЅS ТT тt ' +
  'ѵv ѴV ѡw ԝw ԜW хx ХX уy үy УY ҮY ' +
  // Greek capitals
  'ΑA ΒB ΕE ϜF ΗH ΙI ͿJ ΚK ΜM ϺM ΝN ΟO ΡP ΤT ΧX ΥY ΖZ ' +
  // Armenian
  'քf ցg հh ոn ռn օo ՕO գq զq ՏS սu ՍU աw ' +
  // Cherokee
  'ᎪA Ꮟb ᏴB ꮯc ᏟC Ꮷd ᎠD ᎬE ᏀG ᏳG Ꮒh ᎻH ꭵi Ꭵi ᎫJ ᏦK ᏞL ᎷM ᏢP ꮁr ᎡR ᏒR ꮪs ᏕS ᏚS ᎢT ꮩv ᏙV ꮃw ᎳW ᏔW ᎩY ᎽY ꮓz ᏃZ ' +
  // Canadian syllabics
  'ᗅA ᑲb ᖯb ᗷB ᑯd ᗞD ᗪD ᖴF ᕼH ᒍJ ᒪL ᗰM ᑭP ᖇR ᑌU ᐯV ᕁx ᕽx ' +
  // Lisu
  'ꓮA ꓐB ꓚC ꓒd ꓓD ꓰE ꓝF ꓖG ꓧH ꓙJ ꓗK ꓲl ꓡL ꓟM ꓠN ꓳO ꓑP ꓣR ꓢS ꓔT ꓴU ꓦV ꓪW ꓫX ꓬY ꓜZ ' +
  // Coptic, Georgian, Tifinagh
  'ⲥc ⲤC ⲎH ⲔK Ⲓl ⳐL ⲘM ⲚN ⲟo ⲞO ⲣp ⲢP ⲅr ⲦT ⲬX ⲨY ჿo ყy ⴹE ⵏl ⵔO ⵕQ ⴸV ⵝX';

/** Small Greek letters, which names and formulas mix with Latin ones (Hα, TNFα, NFκB). */
const greek = 'αa ηn ιi κk νv οo ρp σo τt υu ωw γy ϳj';

/** Lookalikes from phonetic, Turkish and other Latin alphabets. */
const latin =
  'ɑa ᴀa ʙb Ƅb ꞴB ᴄc ᴅd ᴇe ꬲe ꬵf ꞙf ẝf ꞘF ɡg ᶃg ƍg ɢg ʜh ıi ɪi ɩi ꞲJ ᴊj ᴋk Ɩl ǀl ʟl ᴍm ɴn ᴏo ᴑo ꬽo ᴘp ƦR ꭇr ꭈr ʀr ꜱs ƽs ' +
  'ᴛt ꞟu ᴜu ꭎu ꭒu ʋu ᴠv ɯw ᴡw ꞳX ɣy ᶌy ʏy ỿy ꭚy ᴢz';

/** Letters beyond the basic plane, from alphabets that are rarely or no longer written. */
const rare =
  // Deseret, Osage, Elbasan, Warang Citi, Miao
  '𐐽c 𐐕C 𐐛L 𐐬o 𐐄O 𐑈s 𐐠S 𐓪o 𐓂O 𐒴R 𐓶u 𐓎U 𐔜C 𐔥F 𐔘K 𐔦L 𐔓N 𐔖O 𐔝V 𐔧X ' +
  '𑢦E 𑢮E 𑣂F 𑢢F 𑣃i 𑢣L 𑢲L 𑣈o 𑣗o 𑢵O 𑣁s 𑢼T 𑣘u 𑢸U 𑣀v 𑢠V 𑣜y 𑢤Y 𑣄z 𑢩Z 𖽀A 𖼨l 𖼖L 𖼵R 𖼺S 𖼊T 𖽂U 𖼈V 𖽃Y ' +
  // Carian, Lycian, Old Italic
  '𐊠A 𐊡B 𐊢C 𐊥F 𐋏H 𐊰M 𐊫O 𐊱T 𐊴X 𐊲Y 𐊂B 𐊆E 𐊇F 𐊊l 𐊒O 𐊕P 𐊖S 𐊗T 𐊐X 𐌁B 𐌂C 𐌉l 𐌑M 𐌕T 𐌗X';

/**
 * For each letter beyond the basic plane, the Latin letter that replaces it. It is always replaced, because prose
 * doesn't use such letters.
 */
const rareLookalikes: ReadonlyMap<number, string> = new Map(
  rare.split(' ').map((pair) => [pair.codePointAt(0)!, pair.slice(-1)]),
);

const latinFor = new Uint16Array(65536);
const isUnmixed = new Uint8Array(65536);
for (const pair of [unmixed, greek, latin].join(' ').split(' '))
  latinFor[pair.charCodeAt(0)] = pair.charCodeAt(1);
for (const pair of unmixed.split(' ')) isUnmixed[pair.charCodeAt(0)] = 1;

/** Whether a character with this unit, after normalisation, may imitate a Latin letter. */
export const mayImitate = (unit: number): boolean => latinFor[unit]! > 0 || isAsciiLetter(unit);

const isSmallGreek = (unit: number): boolean => unit >= 0x3b1 && unit <= 0x3f3;

/** A text counts as disguised on purpose if it has at least this number and this share of words that mix alphabets. */
const minDisguised = 3;
const minShare = 0.01;
/** If this share of all words consists of styled letters only (bold, full-width), they count as a disguise. */
const minStyledShare = 0.25;

/** The first `length` normalised UTF-16 units, with the offset in `text` that each came from. */
interface Letters {
  text: string;
  units: Uint16Array;
  origins: Uint32Array;
  length: number;
}

/**
 * The kind of a word, by its letters. `foreign`: contains a letter that resembles no Latin one. `disguised`: mixes
 * Latin letters and lookalikes in a way that can only be deliberate. `mixed`: mixes them as formulas, names and
 * transcriptions may (Hα). `borrowed`: lookalikes only, so it is either disguised or in another language.
 * `styled`: all bold, italic or full-width.
 */
type Kind = 'plain' | 'foreign' | 'disguised' | 'mixed' | 'borrowed' | 'styled';

interface Words {
  kinds: Kind[];
  /** The first unit of each word, and the unit past its end. */
  starts: number[];
  ends: number[];
}

/**
 * Replaces lookalikes by the Latin letters they imitate, and returns the number of replacements. Disguised words
 * are always replaced. Mixed and borrowed words are replaced only in a disguised text. Borrowed words next to
 * words in another language are never replaced. Linear.
 */
export function undoLookalikes(letters: Letters): number {
  const words = findWords(letters);
  spreadForeign(words.kinds);
  const count = (kind: Kind): number => words.kinds.filter((own) => own === kind).length;
  const minDisguisedWords = Math.max(minDisguised, words.kinds.length * minShare);
  const isDisguised =
    count('disguised') + commonWords(letters, words, minDisguisedWords) >= minDisguisedWords;
  const isStyledThroughout = count('styled') >= words.kinds.length * minStyledShare;
  let undone = 0;
  words.kinds.forEach((kind, i) => {
    const undoable =
      kind === 'disguised' ||
      ((kind === 'mixed' || kind === 'borrowed') && isDisguised) ||
      (kind === 'styled' && (isDisguised || isStyledThroughout));
    if (undoable) undone += undo(letters, words.starts[i]!, words.ends[i]!);
  });
  return undone;
}

function findWords(letters: Letters): Words {
  const { units, length } = letters;
  const words: Words = { kinds: [], starts: [], ends: [] };
  for (let i = 0; i < length; i++) {
    if (!isLetter(units[i]!)) continue;
    const start = i;
    while (i < length && isLetter(units[i]!)) i++;
    words.kinds.push(kindOf(letters, start, i));
    words.starts.push(start);
    words.ends.push(i);
  }
  return words;
}

function kindOf(letters: Letters, start: number, end: number): Kind {
  const { units } = letters;
  let latinLetters = 0;
  let imitations = 0;
  let styledLetters = 0;
  let isEvident = false;
  for (let i = start; i < end; i++) {
    const unit = units[i]!;
    if (isAsciiLetter(unit)) {
      if (!isStyled(letters, i)) latinLetters++;
      else {
        styledLetters++;
        isEvident ||= isBetweenSmall(letters, start, i, end);
      }
    } else if (latinFor[unit]! > 0) {
      imitations++;
      isEvident ||= isUnmixed[unit] === 1 || (isSmallGreek(unit) && isBetweenSmall(letters, start, i, end));
    } else if (isLatinLetter(unit)) latinLetters++;
    else return 'foreign';
  }
  if (imitations + styledLetters === 0) return 'plain';
  if (latinLetters > 0 || (imitations > 0 && styledLetters > 0)) return isEvident ? 'disguised' : 'mixed';
  if (imitations > 0) return 'borrowed';
  // A single styled letter is a formula's variable.
  return styledLetters > 1 ? 'styled' : 'plain';
}

/** Whether both neighbours of a letter, inside the word from `start` to `end`, are plain lower-case letters. */
function isBetweenSmall(letters: Letters, start: number, index: number, end: number): boolean {
  return (
    index > start && index + 1 < end && isPlainSmall(letters, index - 1) && isPlainSmall(letters, index + 1)
  );
}

function isPlainSmall(letters: Letters, index: number): boolean {
  const unit = letters.units[index]!;
  return unit >= 97 && unit <= 122 && !isStyled(letters, index);
}

/** Whether normalisation made an ASCII letter from a mathematical, full-width or rare one. */
function isStyled({ text, origins }: Letters, index: number): boolean {
  const source = text.charCodeAt(origins[index]!);
  return (source >= 0xd800 && source <= 0xdbff) || (source >= 0xff21 && source <= 0xff5a);
}

/** Marks runs of borrowed words next to a foreign word as foreign, because they are likely in the same language. */
function spreadForeign(kinds: Kind[]): void {
  for (let i = 1; i < kinds.length; i++) {
    if (kinds[i] === 'borrowed' && kinds[i - 1] === 'foreign') kinds[i] = 'foreign';
  }
  for (let i = kinds.length - 2; i >= 0; i--) {
    if (kinds[i] === 'borrowed' && kinds[i + 1] === 'foreign') kinds[i] = 'foreign';
  }
}

/** Counts, up to `minDisguisedWords`, the mixed and borrowed words that become common English words once restored. */
function commonWords({ units }: Letters, { kinds, starts, ends }: Words, minDisguisedWords: number): number {
  let common = 0;
  for (let i = 0; i < kinds.length && common < minDisguisedWords; i++) {
    const size = ends[i]! - starts[i]!;
    if ((kinds[i] !== 'mixed' && kinds[i] !== 'borrowed') || size < 3 || size > 8) continue;
    const word = units.slice(starts[i], ends[i]).map((unit) => latinFor[unit]! || unit);
    if (isFunctionWord(hashUnits(word, 0, size))) common++;
  }
  return common;
}

function undo(letters: Letters, start: number, end: number): number {
  const { units } = letters;
  let undone = 0;
  for (let i = start; i < end; i++) {
    const imitated = latinFor[units[i]!]!;
    if (imitated > 0) units[i] = imitated;
    if (imitated > 0 || (isAsciiLetter(units[i]!) && isStyled(letters, i))) undone++;
  }
  return undone;
}

const maxLength = 8;
const maxCached = 4096;
const folds = new Map<number, string>();

/**
 * The basic form of a character with its combining mark (a UTF-16 unit, or 0): its NFKC form, or the Latin letter
 * for a rare lookalike. Forms longer than 8 units are decoration and become a space.
 */
export function foldCharacter(codePoint: number, mark = 0): string {
  const key = codePoint * 65536 + mark;
  const known = folds.get(key);
  if (known !== undefined) return known;
  const marks = mark > 0 ? String.fromCharCode(mark) : '';
  const folded = (rareLookalikes.get(codePoint) ?? String.fromCodePoint(codePoint)) + marks;
  const compatible = folded.normalize('NFKC');
  const short = compatible.length > maxLength ? ' ' : compatible;
  if (folds.size < maxCached) folds.set(key, short);
  return short;
}
