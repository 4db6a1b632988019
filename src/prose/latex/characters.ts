/** What the commands that stand for a character (or a few) write. */
export const characters: ReadonlyMap<string, string> = new Map([
  ...['&', '%', '$', '#', '_', '{', '}'].map((char): [string, string] => [char, char]),
  ...Object.entries({
    ...{ ss: 'ß', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', o: 'ø', O: 'Ø', aa: 'å', AA: 'Å', l: 'ł', L: 'Ł' },
    ...{ i: 'ı', j: 'ȷ', dh: 'ð', DH: 'Ð', th: 'þ', TH: 'Þ', dj: 'đ', DJ: 'Đ', ng: 'ŋ', NG: 'Ŋ' },
    ...{ dots: '…', ldots: '…', textellipsis: '…', textendash: '–', textemdash: '—' },
    ...{ textquoteleft: '‘', textquoteright: '’', textquotedblleft: '“', textquotedblright: '”' },
    ...{
      textquotesingle: "'",
      textquotedbl: '"',
      guillemotleft: '«',
      guillemotright: '»',
      quotedblbase: '„',
    },
    ...{ S: '§', P: '¶', pounds: '£', euro: '€', texteuro: '€', copyright: '©', textcopyright: '©' },
    ...{ textregistered: '®', texttrademark: '™', textdegree: '°', degree: '°', textbackslash: '\\' },
    ...{ textasciitilde: '~', textasciicircum: '^', textbar: '|', textless: '<', textgreater: '>' },
    ...{ textunderscore: '_', textbullet: '•', dag: '†', ddag: '‡', slash: '/' },
    ...{
      TeX: 'TeX',
      LaTeX: 'LaTeX',
      LaTeXe: 'LaTeX2e',
      BibTeX: 'BibTeX',
      XeTeX: 'XeTeX',
      XeLaTeX: 'XeLaTeX',
    },
  }),
]);

/** Commands that write white space. */
export const spaces: ReadonlySet<string> = new Set([
  ...[
    ' ',
    '\n',
    '\t',
    ',',
    ';',
    ':',
    '!',
    'quad',
    'qquad',
    'enspace',
    'thinspace',
    'space',
    'hspace',
    'hfill',
  ],
  'xspace',
]);

/** The combining character that an accent command sets on the letter behind it. */
export const accents: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      "'": '\u0301',
      '`': '\u0300',
      '^': '\u0302',
      '"': '\u0308',
      '~': '\u0303',
      '=': '\u0304',
      '.': '\u0307',
    },
    ...{
      u: '\u0306',
      v: '\u030C',
      H: '\u030B',
      c: '\u0327',
      k: '\u0328',
      r: '\u030A',
      d: '\u0323',
      b: '\u0331',
    },
  }),
);

/** Runs of plain characters that TeX's fonts join to another, a tie, or a brace that has no partner yet. */
export const ligature = /-{2,3}|``|''|`|~|[{}]/g;

/** What a run of `ligature` reads as. */
export function joined(run: string): string {
  switch (run) {
    case '---':
      return '—';
    case '--':
      return '–';
    case '``':
      return '“';
    case "''":
      return '”';
    case '`':
      return '‘';
    case '~':
      return ' ';
    default:
      return '';
  }
}
