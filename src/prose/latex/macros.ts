/**
 * What the commands of LaTeX mean for a reader. The parser knows the arguments of about 400; these tables say which
 * of them are text. The arguments of a command that stands in neither are left out: a length, a file, a key.
 */

/** Commands whose last argument goes on within the sentence. */
export const inlineCommands: ReadonlySet<string> = new Set([
  ...[
    'emph',
    'text',
    'textbf',
    'textit',
    'textmd',
    'textnormal',
    'textrm',
    'textsc',
    'textsf',
    'textsl',
    'texttt',
  ],
  ...[
    'textup',
    'underline',
    'uline',
    'hl',
    'textsuperscript',
    'textsubscript',
    'textcolor',
    'colorbox',
    'href',
  ],
  ...[
    'hyperref',
    'mbox',
    'fbox',
    'makebox',
    'framebox',
    'raisebox',
    'scalebox',
    'resizebox',
    'foreignlanguage',
  ],
  ...['textlang', 'alert', 'enquote', 'MakeUppercase', 'MakeLowercase', 'uppercase', 'lowercase'],
]);

/** Commands whose last argument is a block of its own. */
export const blockCommands: ReadonlySet<string> = new Set([
  ...[
    'part',
    'chapter',
    'section',
    'subsection',
    'subsubsection',
    'paragraph',
    'subparagraph',
    'title',
    'subtitle',
  ],
  ...['frametitle', 'framesubtitle', 'caption', 'captionof', 'item', 'parbox', 'marginpar', 'footnotetext'],
]);

export const noteCommands: ReadonlySet<string> = new Set(['footnote', 'endnote', 'sidenote']);

export const lineBreakCommands: ReadonlySet<string> = new Set([
  '\\',
  'newline',
  'linebreak',
  'tabularnewline',
]);

/** The names of environments without the star. */
export const listEnvironments: ReadonlySet<string> = new Set([
  ...['itemize', 'enumerate', 'description', 'compactitem', 'compactenum', 'list', 'trivlist'],
]);

/** Whose text is another's. */
export const quoteEnvironments: ReadonlySet<string> = new Set([
  ...['quote', 'quotation', 'quoting', 'displayquote', 'blockquote', 'verse'],
]);

/** What holds no running text, with all that is in it. A table's cells are notes, not sentences. */
export const leftOutEnvironments: ReadonlySet<string> = new Set([
  ...[
    'tabular',
    'tabularx',
    'tabulary',
    'tabu',
    'longtable',
    'supertabular',
    'tabbing',
    'NiceTabular',
    'array',
  ],
  ...['tikzpicture', 'tikzcd', 'picture', 'pgfpicture', 'axis', 'forest', 'circuitikz', 'asy'],
  ...[
    'verbatim',
    'Verbatim',
    'BVerbatim',
    'LVerbatim',
    'lstlisting',
    'minted',
    'alltt',
    'spverbatim',
    'code',
  ],
  ...[
    'comment',
    'filecontents',
    'algorithm',
    'algorithmic',
    'algorithm2e',
    'thebibliography',
    'bibdiv',
    'CCSXML',
  ],
  ...['IEEEeqnarray', 'eqnarray', 'dmath', 'math', 'displaymath', 'sagesilent', 'pycode', 'luacode'],
]);

/** The arguments, as xparse spells them, of common commands that the parser doesn't know. */
export const signatures: Record<string, { signature: string }> = {
  ...signed('s o o m', [
    ...['cite', 'citep', 'citet', 'citealt', 'citealp', 'citeauthor', 'citeyear', 'citeyearpar', 'citetitle'],
    ...[
      'Citep',
      'Citet',
      'autocite',
      'Autocite',
      'parencite',
      'Parencite',
      'textcite',
      'Textcite',
      'footcite',
    ],
    ...['footcitetext', 'smartcite', 'supercite', 'fullcite', 'footfullcite', 'nocite', 'citenum'],
  ]),
  ...signed('s o m', [
    'vref',
    'fref',
    'gls',
    'Gls',
    'glspl',
    'Glspl',
    'acrshort',
    'acrlong',
    'acrfull',
    'includegraphics',
  ]),
  ...signed('o m', [
    'endnote',
    'sidenote',
    'todo',
    'author',
    'title',
    'subtitle',
    'hl',
    'alert',
    'includepdf',
    'qty',
  ]),
  ...signed('m', [
    ...[
      'nameref',
      'ac',
      'acs',
      'acl',
      'acf',
      'acp',
      'ce',
      'num',
      'unit',
      'si',
      'tikzset',
      'pgfplotsset',
      'lstset',
    ],
    ...[
      'addbibresource',
      'graphicspath',
      'hypersetup',
      'date',
      'affil',
      'affiliation',
      'institute',
      'email',
      'thanks',
    ],
    ...['uline', 'enquote', 'subfile', 'import', 'pagenumbering', 'pagestyle', 'thispagestyle', 'bibstyle'],
    ...[
      'MakeUppercase',
      'MakeLowercase',
      'uppercase',
      'lowercase',
      'textlang',
      'theoremstyle',
      'selectlanguage',
    ],
  ]),
  ...signed('o m m', [
    'SI',
    'foreignlanguage',
    'captionof',
    'resizebox',
    'setlist',
    'setcounter',
    'addtocounter',
  ]),
  ...signed('m o m', ['newtheorem']),
  ...signed('m m', ['setlength', 'addtolength', 'titleformat']),
  ...signed('m m m', ['addcontentsline']),
};

/** The same of environments. */
export const environmentSignatures: Record<string, { signature: string }> = {
  ...signed('m', ['adjustbox', 'otherlanguage']),
  ...signed('o', ['tcolorbox', 'mdframed', 'quoting', 'displayquote']),
  ...signed('o m', ['subfigure', 'subtable']),
  ...signed('o m o m', ['wrapfigure', 'wraptable']),
};

function signed(signature: string, names: readonly string[]): Record<string, { signature: string }> {
  return Object.fromEntries(names.map((name) => [name, { signature }]));
}

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

/** The combining character that an accent command sets on the letter after it. */
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
