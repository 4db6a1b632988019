/** The HTML character references that occur in prose, each with its character. Source: the table in WHATWG HTML. */
const references =
  'amp& lt< gt> quot" apos\' num# lpar( rpar) comma, period. colon: semi; excl! quest? lowbar_ ast* sol/ ' +
  'nbsp\u00a0 ensp\u2002 emsp\u2003 thinsp\u2009 hairsp\u200a numsp\u2007 Tab\t NewLine\n ' +
  'shy\u00ad zwnj\u200c zwj\u200d lrm\u200e rlm\u200f ZeroWidthSpace\u200b NoBreak\u2060 ' +
  'hyphen\u2010 dash\u2010 ndash– mdash— horbar\u2015 hellip… bull• lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ prime′ ' +
  'laquo« raquo» lsaquo‹ rsaquo› middot· sect§ para¶ copy© reg® trade™ deg° plusmn± times× divide÷ frac12½ ' +
  'pound£ euro€ cent¢ yen¥ rarr→ larr← minus\u2212 ne≠ ' +
  'agraveà aacuteá acircâ aumlä aringå aeligæ ccedilç egraveè eacuteé ecircê eumlë iacuteí iumlï ntildeñ oacuteó ' +
  'ocircô oumlö oslashø uacuteú uumlü szligß AumlÄ EacuteÉ OumlÖ';
const named: ReadonlyMap<string, number> = new Map(
  references.split(' ').map((pair) => [pair.slice(0, -1), pair.charCodeAt(pair.length - 1)]),
);

export interface Entity {
  codePoint: number;
  /** Past the semicolon. */
  end: number;
}

const pattern = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,15}));/y;

/** The character reference (`&eacute;`, `&#233;`, `&#xe9;`) that begins at the `&` at `start`, or null. */
export function readEntity(text: string, start: number): Entity | null {
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match === null) return null;
  const [whole, decimal, hexadecimal, name] = match;
  const codePoint = name === undefined ? numbered(decimal, hexadecimal) : named.get(name);
  return codePoint === undefined ? null : { codePoint, end: start + whole.length };
}

/** HTML reads references to NUL, to surrogates and to numbers beyond Unicode as U+FFFD. */
function numbered(decimal: string | undefined, hexadecimal: string | undefined): number {
  const codePoint = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : parseInt(decimal, 10);
  const isCharacter = codePoint > 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
  return isCharacter ? codePoint : 0xfffd;
}
