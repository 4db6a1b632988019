/** The HTML character references that occur in prose. Source: the table of named references in WHATWG HTML. */

const named: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{
      amp: 0x26,
      lt: 0x3c,
      gt: 0x3e,
      quot: 0x22,
      apos: 0x27,
      num: 0x23,
      lpar: 0x28,
      rpar: 0x29,
      comma: 0x2c,
    },
    ...{ period: 0x2e, colon: 0x3a, semi: 0x3b, excl: 0x21, quest: 0x3f, lowbar: 0x5f, ast: 0x2a, sol: 0x2f },
    ...{
      nbsp: 0xa0,
      ensp: 0x2002,
      emsp: 0x2003,
      thinsp: 0x2009,
      hairsp: 0x200a,
      numsp: 0x2007,
      Tab: 9,
      NewLine: 32,
    },
    ...{
      shy: 0xad,
      zwnj: 0x200c,
      zwj: 0x200d,
      lrm: 0x200e,
      rlm: 0x200f,
      ZeroWidthSpace: 0x200b,
      NoBreak: 0x2060,
    },
    ...{
      hyphen: 0x2010,
      dash: 0x2010,
      ndash: 0x2013,
      mdash: 0x2014,
      horbar: 0x2015,
      hellip: 0x2026,
      bull: 0x2022,
    },
    ...{
      lsquo: 0x2018,
      rsquo: 0x2019,
      sbquo: 0x201a,
      ldquo: 0x201c,
      rdquo: 0x201d,
      bdquo: 0x201e,
      prime: 0x2032,
    },
    ...{ laquo: 0xab, raquo: 0xbb, lsaquo: 0x2039, rsaquo: 0x203a, middot: 0xb7, sect: 0xa7, para: 0xb6 },
    ...{
      copy: 0xa9,
      reg: 0xae,
      trade: 0x2122,
      deg: 0xb0,
      plusmn: 0xb1,
      times: 0xd7,
      divide: 0xf7,
      frac12: 0xbd,
    },
    ...{
      pound: 0xa3,
      euro: 0x20ac,
      cent: 0xa2,
      yen: 0xa5,
      rarr: 0x2192,
      larr: 0x2190,
      minus: 0x2212,
      ne: 0x2260,
    },
    ...{
      agrave: 0xe0,
      aacute: 0xe1,
      acirc: 0xe2,
      auml: 0xe4,
      aring: 0xe5,
      aelig: 0xe6,
      ccedil: 0xe7,
      egrave: 0xe8,
    },
    ...{
      eacute: 0xe9,
      ecirc: 0xea,
      euml: 0xeb,
      iacute: 0xed,
      iuml: 0xef,
      ntilde: 0xf1,
      oacute: 0xf3,
      ocirc: 0xf4,
    },
    ...{
      ouml: 0xf6,
      oslash: 0xf8,
      uacute: 0xfa,
      uuml: 0xfc,
      szlig: 0xdf,
      Auml: 0xc4,
      Eacute: 0xc9,
      Ouml: 0xd6,
    },
  }),
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
