/**
 * What the commands of LaTeX mean for a reader: which arguments they take, and whether the last one is text. The
 * arguments of a command that is named here and not as text are left out: a length, a file, a key.
 */

/**
 * The arguments of a command or an environment, a letter each: `s` a star, `o` an option in brackets, `m` an argument
 * in braces or a single mark, `g` one in braces that may be missing, `<` and `(` what stands in such marks, if it does.
 */
type Signature = string;

/** What a command is to a reader. */
export interface Command {
  kind:
    /** The last argument goes on within the sentence. */
    | 'inline'
    /** The same in quotation marks. */
    | 'quoted'
    /** The last argument is a block of its own. */
    | 'block'
    /** The same, and another's words. */
    | 'quotation'
    | 'note'
    /** Begins the item of a list. */
    | 'item'
    /** A length or a number follows, as TeX's own commands take it. */
    | 'length'
    | 'paragraph'
    | 'lineBreak'
    | 'space'
    /** Of the options in the last argument, the description is a block. */
    | 'entry'
    /** A name and a body that follow in a way of TeX's own. */
    | 'definition'
    | 'alias'
    /** Hides what follows up to its `\fi`. */
    | 'hidden'
    | 'leftOut';
  signature: Signature;
}

const commands = new Map<string, Command>();

function add(kind: Command['kind'], signature: Signature, names: string): void {
  for (const name of names.trim().split(/\s+/)) commands.set(name, { kind, signature });
}

// What is left out, with arguments that are not read. What is text stands below and wins.
add(
  'leftOut',
  'm',
  `_ ^ usecounter stepcounter refstepcounter newlength stretch phantom vphantom hphantom newsavebox usebox alph Alph
   arabic roman Roman fnsymbol value input include includeonly hyphenation thanks pagenumbering pagestyle thispagestyle
   mathbf mathsf mathtt mathit mathnormal mathcal mathrm mathbb mathscr mathfrak ensuremath bibliography
   bibliographystyle bibstyle addbibresource printindex glossary see seealso alsoname seename geometry hypersetup
   url nolinkurl hyperbaseurl thispdfpagelabel hypercalcbp ref pageref namecref nameCref lcnamecref namecrefs nameCrefs
   lcnamecrefs labelcref labelcpageref nameref eqref subref fullref titleref crefdefaultlabelformat lstset
   lstDeleteShortInline lstloadlanguages usemintedstyle mathtoolsset usetagform theoremstyle NiceMatrixOptions pgfkeys
   tikzoption tikzstyle usetikzlibrary usepgfmodule usepgflibrary pgfplotsset tikzset tcbset tcbuselibrary
   makeemptybox fillwidthlines fillwidthdottedlines fillwidthgrid checkboxchar checkedchar pointname marginpointname
   extrawidth pointformat bonuspointformat totalformat qformat insertnavigation insertsectionnavigation
   insertsubsectionnavigation insertverticalnavigation resetcounteronoverlays resetcountonoverlays logo
   beamerdefaultoverlayspecification titlegraphic subject keywords AtBeginLecture AtBeginPart hyperlinkmute
   graphicspath date affil affiliation institute institution email address ac acs acl acf acp Ac Acp acsp acfp aclp
   ce num unit si ang subfile selectlanguage setmainfont setsansfont setmonofont setmathfont newif subfileinclude
   newread newwrite newtoks newdimen newskip newcount typeout message special write openin openout bibitem
   doublehyphendemerits linespread fontsize fontfamily fontseries fontshape fontencoding usefont
   captionsetup allowdisplaybreaks numberwithin counterwithin counterwithout AtBeginDocument AtEndDocument newglossary
   makeglossary printglossary printglossaries glsadd glsresetall tableofcontents listoffigures orcid ORCID doi
   arxiv pacs subjclass PACS ccsdesc received accepted published acmConference acmYear acmDOI acmISBN copyrightyear
   citestyle setcopyright setcitestyle bibpunct bibinput`,
);
add('leftOut', 'mm', `pdfstringdef currentpdfbookmark subpdfbookmark belowpdfbookmark hyperimage crefalias`);
add(
  'leftOut',
  'mm',
  `setcounter addtocounter addtolength settodepth settoheight settowidth setlength sbox newfont stackrel addtocontents
   see sysdelim substitutecolormodel extractcolorspec pointpoints bonuspointpoints DeclareOption lstdefinestyle
   lstdefineformat DeclareMathSymbol DeclareMathOperator DeclareRobustCommand setbeamercolor setbeamerfont
   usebeamercolor setkeys import subimport numprint pgfmathsetmacro titlespacing markboth setglossarystyle
   DeclareGraphicsExtensions DeclareUnicodeCharacter crefmultiformat setfoot`,
);
add(
  'leftOut',
  'mmm',
  `hyperdef crefname Crefname discretionary addcontentsline contentsline extractcolorspecs`,
);
add(
  'leftOut',
  'mmm',
  `insertsectionnavigationhorizontal insertsubsectionnavigationhorizontal DeclarePairedDelimiter`,
);
add('leftOut', 'mmmm', `DeclareMathSizes DeclareMathAlphabet DefineNamedColor convertcolorspec`);
add('leftOut', 'smmmm', `titlespacing`);
add('leftOut', 'mommmmo', `titleformat`);
add('leftOut', 'mm', `crefformat Crefformat labelcrefformat`);
add(
  'leftOut',
  'sm',
  `cref Cref cpageref Cpageref autoref autopageref pageref ref vref Vref vpageref fref Fref zcref zref`,
);
add(
  'leftOut',
  'sm',
  `hspace vspace enlargethispage blendcolors usebeamertemplate operatorname tag inst fnref corref cortext`,
);
add('leftOut', 'smm', `crefrange Crefrange cpagerefrange`);
add('leftOut', 's<moom', `newcommand renewcommand providecommand DeclareRobustCommand`);
add('leftOut', 's<moomm', `newenvironment renewenvironment`);
add(
  'leftOut',
  'mmm',
  `NewDocumentCommand RenewDocumentCommand ProvideDocumentCommand DeclareDocumentCommand NewExpandableDocumentCommand
   RenewExpandableDocumentCommand ProvideExpandableDocumentCommand DeclareExpandableDocumentCommand `,
);
add(
  'leftOut',
  'mmmm',
  `NewDocumentEnvironment RenewDocumentEnvironment ProvideDocumentEnvironment DeclareDocumentEnvironment`,
);
add('leftOut', 'mo', `newcounter setbeamersize`);
add('leftOut', 'mom', `newcolumntype `);
add('leftOut', 'smomo', `newtheorem`);
add(
  'leftOut',
  'om',
  `declaretheorem newmdenv usetheme usecolortheme usefonttheme useinnertheme useoutertheme`,
);
add('leftOut', 'omm', `declaretheoremstyle mdfdefinestyle `);
add('leftOut', 'omomm', `newtcolorbox renewtcolorbox newtcbox `);
add('leftOut', 'ommmm', `newtcbtheorem`);
add('leftOut', 'mmmmmmmmm', `newtheoremstyle`);
add('leftOut', 'moom', `savebox`);
add('leftOut', 'moog', `setbeamertemplate`);
add(
  'leftOut',
  'omm',
  `pdfbookmark setlist SI qty rule SIrange newlist newmint newminted newmintinline newmintedfile`,
);
add('leftOut', 'ommm', `SIrange qtyrange definecolor providecolor definecolorset preparecolor`);
add('leftOut', 'ommmm', `providecolorset preparecolorset`);
add('leftOut', 'omom', `colorlet lstalias`);
add('leftOut', 'omomo', `lstdefinelanguage`);
add('leftOut', 'moomm', `lstnewenvironment`);
add('leftOut', 'sommm', `rowcolors`);
add(
  'leftOut',
  'o',
  `pagebreak nopagebreak nolinebreak footnotemark endnotemark listoftodos answerline pause tableofcontents`,
);
add(
  'leftOut',
  'o',
  `insertauthor insertshortauthor insertshortdate insertshortinstitute insertshortpart printbibliography`,
);
add('leftOut', 'o', `insertshorttitle printglossary printglossaries printacronyms`);
add('leftOut', 'oo', `fillin`);
add(
  'leftOut',
  'om',
  `author curraddr urladdr documentclass LoadClass usepackage RequirePackage pagecolor color bibitem includepdf todo missingfigure
   lstinputlisting lstMakeShortInline setminted setmintedinline pgfplotstabletypeset boxframe testcolor maskcolors
   resetcolorseries sisetup geometry date address email verbatiminput VerbatimInput email num unit si ang`,
);
add('leftOut', 'omm', `inputminted`);
add('leftOut', '<om', `label column`);
add('leftOut', 'soom', `includegraphics includesvg adjincludegraphics systeme`);
add('leftOut', 'om', `epsfbox epsffile epsfig psfig`);
add('leftOut', 'mm', `psfrag`);
add('leftOut', 'oom', `tikz`);
add('leftOut', 's<om', `bibitem`);
add('leftOut', '<oom', `againframe`);
add('leftOut', 's<g', `mode`);
add('leftOut', 'omm', `lecture sound hyperlinksound `);
add('leftOut', 'mom', `acrodef new`);
add('leftOut', 'om', `index edindex sindex ltxlabel edlabel linelabel zlabel`);
add('leftOut', 'omm', `nomenclature`);
add('leftOut', 'mm', `DeclareAcronym`);
add('leftOut', 'ommm', `newacronym newabbreviation`);
add(
  'leftOut',
  'soom',
  `cite citep citet citealt citealp citeauthor citeyear citeyearpar citetitle citenum citeurl citedate Cite Citep
   Citet Citealt Citealp Citeauthor autocite Autocite parencite Parencite textcite Textcite footcite Footcite
   footcitetext smartcite Smartcite supercite fullcite footfullcite nocite notecite pnotecite fnotecite citeA citeNP
   shortcite shortciteA onlinecite citeasnoun possessivecite`,
);
add(
  'leftOut',
  'som',
  `gls Gls GLS glspl Glspl GLSpl glsdesc glsname glssymbol glsfirst glstext glsplural acrshort Acrshort acrlong Acrlong
   acrfull Acrfull acrshortpl acrlongpl acrfullpl glsxtrshort glsxtrlong glsxtrfull glsunset glsreset`,
);
add('leftOut', 'somm', `glslink `);

add(
  'length',
  '',
  `vskip hskip kern mskip raise lower moveleft moveright penalty parindent parskip baselineskip lineskip leftskip
   rightskip hsize vsize textwidth textheight columnwidth columnsep columnseprule linewidth hoffset voffset topmargin
   topskip footskip headsep headheight oddsidemargin evensidemargin marginparwidth marginparsep abovedisplayskip
   belowdisplayskip itemsep parsep topsep partopsep labelsep labelwidth leftmargin rightmargin itemindent tabcolsep
   arraycolsep arrayrulewidth doublerulesep fboxsep fboxrule unitlength tolerance pretolerance hbadness vbadness
   hfuzz vfuzz emergencystretch clubpenalty widowpenalty hyphenpenalty exhyphenpenalty interlinepenalty
   binoppenalty relpenalty brokenpenalty displaywidowpenalty hangindent hangafter looseness baselineskip
   pdfcompresslevel pdfminorversion epsfxsize epsfysize`,
);
add('paragraph', '', 'par endgraf');
add('lineBreak', '', 'newline tabularnewline');
add('lineBreak', 'o', 'linebreak');
add(
  'space',
  '',
  ', ; : ! quad qquad enspace enskip thinspace medspace thickspace negthinspace space hfill hfil xspace nobreakspace',
);
add('space', 'sm', 'hspace');

add(
  'inline',
  'm',
  `emph text textbf textit textmd textnormal textrm textsc textsf textsl texttt textup textulc textsuperscript
   textsubscript underline uline uuline uwave sout hl mbox fbox reflectbox textlang MakeUppercase MakeLowercase
   MakeTextUppercase MakeTextLowercase uppercase lowercase fullwidth`,
);
add('inline', 'oom', 'framebox');
add('inline', 'mm', 'hypertarget hyperlink texorpdfstring textlang');
add('inline', 'om', 'hyperref hl text');
add('inline', 'omm', 'textcolor colorbox rotatebox foreignlanguage glsdisp');
add('inline', 'omomm', 'fcolorbox');
add('inline', 'moom', 'raisebox');
add('inline', '(oom', 'makebox');
add('inline', 'mmm', 'DUfootnotemark');
add('inline', 'mom', 'scalebox');
add('inline', 'smmm', 'resizebox');
add('inline', '<om', 'alert');
add('inline', '<m', 'only uncover visible invisible action structure');
add('inline', '<g', 'onslide');
add('inline', '<g', 'frame');
add('quoted', 'sm', 'enquote');
add('quoted', 'soom', 'textquote');
add('quoted', 'smm', 'foreignquote');
add('block', 'm', 'abstract uplevel frontmatterabstract minisec acknowledgments');
add('block', 'om', 'title subtitle marginpar marginnote footnotetext endnotetext');
add('block', 's<om', 'section subsection subsubsection part chapter paragraph subparagraph');
add('block', 'som', 'caption subcaption addpart addchap addsec');
add('block', 'omm', 'captionof');
add('block', '<om', 'frametitle');
add('block', '<m', 'framesubtitle');
add('block', 'ooomm', 'parbox');
add('block', 'mmm', 'longnewglossaryentry');
add('quotation', 'soom', 'blockquote');
add('note', 'om', 'footnote endnote sidenote');
add('item', '<o<', 'item');
add('entry', 'mm', 'newglossaryentry');
add('entry', 'mm', 'provideglossaryentry');
add('definition', '', 'def edef gdef xdef');
add('alias', '', 'let');
add('hidden', '', 'iffalse');

/** What is known of a command by its name, without the backslash. */
export function commandOf(name: string): Command | undefined {
  return commands.get(name) ?? (setsUp.test(name) ? setUp : undefined);
}

/** Commands that set something up, of packages and of one's own: whatever stands in braces after them is no text. */
const setsUp =
  /^(?:Declare[A-Z]|pgf|tikz|tcb|lst[a-z]|glsset|set[a-z]*(?:style|font|color|theme|length)$|use[a-z]+theme$)/;
const setUp: Command = { kind: 'leftOut', signature: 'sogogogog' };

/** The names of environments without the star. */
export const listEnvironments: ReadonlySet<string> = new Set(
  'itemize enumerate description compactitem compactenum list trivlist inparaenum asparaenum'.split(' '),
);

/** Whose text is another's. */
export const quoteEnvironments: ReadonlySet<string> = new Set(
  'quote quotation quoting displayquote blockquote verse'.split(' '),
);

/** Formulas: the sentence around them goes on. */
export const mathEnvironments: ReadonlySet<string> = new Set(
  `equation align alignat gather multline flalign split math displaymath eqnarray IEEEeqnarray dmath dgroup darray
   subequations aligned alignedat gathered multlined spreadlines lgathered rgathered cases dcases rcases drcases matrix
   bmatrix pmatrix vmatrix Bmatrix Vmatrix smallmatrix array subarray crampedsubarray empheq xalignat xxalignat`.split(
    /\s+/,
  ),
);

/** What is no LaTeX, up to the end that is written out. */
export const verbatimEnvironments: readonly string[] =
  `verbatim Verbatim BVerbatim LVerbatim spverbatim verbatimtab lstlisting minted alltt code comment filecontents
   sagesilent sageblock pycode pyblock luacode asy`.split(/\s+/);

/** What holds no running text, with all that is in it. A table's cells are notes, not sentences. */
export const leftOutEnvironments: ReadonlySet<string> = new Set([
  ...`tabular tabularx tabulary tabu longtabu longtable supertabular xtabular xltabular mpsupertabular tabbing
   NiceTabular tblr longtblr talltblr ltablex deluxetable`.split(/\s+/),
  ...'tikzpicture tikzcd picture pgfpicture axis forest circuitikz pspicture psfrags chronology'.split(' '),
  ...'algorithm algorithmic algorithm2e acronym thebibliography bibdiv biblist CCSXML'.split(' '),
]);

/** The arguments of environments. Those of one that is not named are read. */
export const environmentSignatures: ReadonlyMap<string, Signature> = new Map([
  ...signed(
    'o',
    'figure table sidewaysfigure sidewaystable enumerate itemize description trivlist compactitem',
  ),
  ...signed(
    'o',
    'compactenum theorem lemma definition proposition corollary remark example proof conjecture claim',
  ),
  ...signed(
    'o',
    'tcolorbox mdframed quoting displayquote choices checkboxes questions parts subparts overprint',
  ),
  ...signed('m', 'adjustbox otherlanguage colormixin spacing'),
  ...signed('mm', 'list overlayarea'),
  ...signed('ooom', 'minipage'),
  ...signed('om', 'subfigure subtable'),
  ...signed('omom', 'wrapfigure wraptable'),
  ...signed('mo', 'floatingfigure'),
  ...signed('moo', 'multicols'),
  ...signed('<o', 'columns'),
  ...signed('<om', 'column'),
  ...signed('<', 'onlyenv actionenv uncoverenv visibleenv'),
]);

/** Environments whose arguments in braces are titles: `\begin{frame}{The pier}`. */
export const titledEnvironments: ReadonlySet<string> = new Set(
  'frame block alertblock exampleblock'.split(' '),
);

function signed(signature: Signature, names: string): [string, Signature][] {
  return names.split(' ').map((name) => [name, signature]);
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

/** What marks read as that TeX's fonts join to another character, and a tie. */
export const ligatures: ReadonlyMap<string, string> = new Map([
  ['---', '—'],
  ['--', '–'],
  ['``', '“'],
  ["''", '”'],
  ['`', '‘'],
  ['~', ' '],
]);
