import { namesIn } from '../../text/words.ts';

/**
 * How to read LaTeX commands: their arguments, and whether the last one is text. The arguments of other commands
 * named here are left out: a length, a file, a key.
 */

/**
 * The arguments of a command or an environment, one letter each: `s` an optional star, `o` an option in brackets, `m`
 * an argument in braces or a single character, `g` an optional argument in braces, `<` and `(` an optional part in
 * such brackets, `#` an optional digit.
 */
type Signature = string;

/** How to read a command. */
export interface Command {
  kind:
    /** The last argument continues the sentence. */
    | 'inline'
    /** Like `inline`, in quotation marks. */
    | 'quoted'
    /** The last argument is a separate block. */
    | 'block'
    /** Like `block`, with the words of someone else. */
    | 'quotation'
    | 'note'
    /** Begins the item of a list. */
    | 'item'
    /** A length or number follows without braces, as in plain TeX. */
    | 'length'
    | 'paragraph'
    | 'lineBreak'
    | 'space'
    /** Writes a glossary term by its key, in the form given by `termOf`. */
    | 'term'
    /** The last argument contains options, whose description is a block. */
    | 'entry'
    /** A name and a body follow, in TeX's syntax. */
    | 'definition'
    | 'alias'
    /** Hides the text up to its `\fi`. */
    | 'hidden'
    | 'leftOut';
  signature: Signature;
}

/** Command names by kind and signature. */
const commandNames: Record<Exclude<Command['kind'], 'term'>, Record<Signature, string>> = {
  leftOut: {
    m: `
      _ ^ usecounter stepcounter refstepcounter newlength stretch phantom vphantom hphantom newsavebox usebox
      alph Alph arabic roman Roman fnsymbol value input include includeonly hyphenation thanks pagenumbering
      pagestyle thispagestyle mathbf mathsf mathtt mathit mathnormal mathcal mathrm mathbb mathscr mathfrak
      ensuremath bibliography bibliographystyle bibstyle addbibresource printindex glossary seealso alsoname
      seename hypersetup url nolinkurl hyperbaseurl thispdfpagelabel hypercalcbp namecref nameCref lcnamecref
      namecrefs nameCrefs lcnamecrefs labelcref labelcpageref nameref eqref subref fullref titleref
      crefdefaultlabelformat lstset lstDeleteShortInline lstloadlanguages usemintedstyle mathtoolsset usetagform
      theoremstyle NiceMatrixOptions pgfkeys tikzoption tikzstyle usetikzlibrary usepgfmodule usepgflibrary
      pgfplotsset tikzset tcbset tcbuselibrary makeemptybox fillwidthlines fillwidthdottedlines fillwidthgrid
      checkboxchar checkedchar pointname marginpointname extrawidth pointformat bonuspointformat totalformat
      qformat insertnavigation insertsectionnavigation insertsubsectionnavigation insertverticalnavigation
      resetcounteronoverlays resetcountonoverlays logo beamerdefaultoverlayspecification titlegraphic subject
      keywords AtBeginLecture AtBeginPart hyperlinkmute graphicspath affil affiliation institute institution ce
      subfile selectlanguage setmainfont setsansfont setmonofont setmathfont newif subfileinclude newread
      newwrite newtoks newdimen newskip newcount typeout message special write openin openout
      doublehyphendemerits linespread fontsize fontfamily fontseries fontshape fontencoding usefont captionsetup
      allowdisplaybreaks numberwithin counterwithin counterwithout AtBeginDocument AtEndDocument newglossary
      makeglossary glsadd glsresetall listoffigures orcid ORCID doi arxiv pacs subjclass PACS ccsdesc received
      accepted published acmConference acmYear acmDOI acmISBN copyrightyear citestyle setcopyright setcitestyle
      bibpunct bibinput`,
    mm: `
      pdfstringdef currentpdfbookmark subpdfbookmark belowpdfbookmark hyperimage crefalias setcounter
      addtocounter addtolength settodepth settoheight settowidth setlength sbox newfont stackrel addtocontents
      see sysdelim substitutecolormodel extractcolorspec pointpoints bonuspointpoints DeclareOption
      lstdefinestyle lstdefineformat DeclareMathSymbol DeclareMathOperator setbeamercolor setbeamerfont
      usebeamercolor setkeys import subimport numprint pgfmathsetmacro markboth setglossarystyle
      DeclareGraphicsExtensions DeclareUnicodeCharacter crefmultiformat setfoot crefformat Crefformat
      labelcrefformat psfrag DeclareAcronym`,
    mmm: `
      hyperdef crefname Crefname discretionary addcontentsline contentsline extractcolorspecs
      insertsectionnavigationhorizontal insertsubsectionnavigationhorizontal DeclarePairedDelimiter IfFileExists
      NewDocumentCommand RenewDocumentCommand ProvideDocumentCommand DeclareDocumentCommand
      NewExpandableDocumentCommand RenewExpandableDocumentCommand ProvideExpandableDocumentCommand
      DeclareExpandableDocumentCommand`,
    mmmm: `
      DeclareMathSizes DeclareMathAlphabet DefineNamedColor convertcolorspec NewDocumentEnvironment
      RenewDocumentEnvironment ProvideDocumentEnvironment DeclareDocumentEnvironment`,
    smmmm: 'titlespacing',
    mommmmo: 'titleformat',
    sm: `
      cref Cref cpageref Cpageref autoref autopageref pageref ref vref Vref vpageref fref Fref zcref zref vspace
      enlargethispage blendcolors usebeamertemplate operatorname tag inst fnref corref cortext`,
    smm: 'crefrange Crefrange cpagerefrange',
    's<moom': 'newcommand renewcommand providecommand DeclareRobustCommand',
    's<moomm': 'newenvironment renewenvironment',
    mo: 'newcounter setbeamersize',
    mom: 'newcolumntype acrodef new',
    smomo: 'newtheorem',
    om: `
      declaretheorem newmdenv usetheme usecolortheme usefonttheme useinnertheme useoutertheme author curraddr
      urladdr documentclass LoadClass usepackage RequirePackage pagecolor color includepdf todo missingfigure
      lstinputlisting lstMakeShortInline setminted setmintedinline pgfplotstabletypeset boxframe testcolor
      maskcolors resetcolorseries sisetup geometry date address email verbatiminput VerbatimInput num unit si
      ang epsfbox epsffile epsfig psfig index edindex sindex ltxlabel edlabel linelabel zlabel`,
    omm: `
      declaretheoremstyle mdfdefinestyle pdfbookmark setlist SI qty rule newlist newmint newminted newmintinline
      newmintedfile inputminted lecture sound hyperlinksound nomenclature`,
    omomm: 'newtcolorbox renewtcolorbox newtcbox',
    ommmm: 'newtcbtheorem providecolorset preparecolorset',
    mmmmmmmmm: 'newtheoremstyle',
    moom: 'savebox',
    moog: 'setbeamertemplate',
    ommm: 'SIrange qtyrange definecolor providecolor definecolorset preparecolor newacronym newabbreviation',
    omom: 'colorlet lstalias',
    omomo: 'lstdefinelanguage',
    moomm: 'lstnewenvironment',
    sommm: 'rowcolors',
    o: `
      pagebreak nopagebreak nolinebreak footnotemark endnotemark listoftodos answerline pause tableofcontents
      insertauthor insertshortauthor insertshortdate insertshortinstitute insertshortpart printbibliography
      insertshorttitle printglossary printglossaries printacronyms`,
    oo: 'fillin',
    '<om': 'label column',
    soom: `
      includegraphics includesvg adjincludegraphics systeme cite citep citet citealt citealp citeauthor citeyear
      citeyearpar citetitle citenum citeurl citedate Cite Citep Citet Citealt Citealp Citeauthor autocite
      Autocite parencite Parencite textcite Textcite footcite Footcite footcitetext smartcite Smartcite
      supercite fullcite footfullcite nocite notecite pnotecite fnotecite citeA citeNP shortcite shortciteA
      onlinecite citeasnoun possessivecite`,
    oom: 'tikz',
    's<om': 'bibitem',
    '<oom': 'againframe',
    's<g': 'mode',
    som: 'glsdesc Glsdesc glssymbol glsunset glsreset glslocalunset glslocalreset acuse acreset',
    somm: 'glslink',
  },
  length: {
    '': `
      vskip hskip kern mskip raise lower moveleft moveright penalty parindent parskip baselineskip lineskip
      leftskip rightskip hsize vsize textwidth textheight columnwidth columnsep columnseprule linewidth hoffset
      voffset topmargin topskip footskip headsep headheight oddsidemargin evensidemargin marginparwidth
      marginparsep abovedisplayskip belowdisplayskip itemsep parsep topsep partopsep labelsep labelwidth
      leftmargin rightmargin itemindent tabcolsep arraycolsep arrayrulewidth doublerulesep fboxsep fboxrule
      unitlength tolerance pretolerance hbadness vbadness hfuzz vfuzz emergencystretch clubpenalty widowpenalty
      hyphenpenalty exhyphenpenalty interlinepenalty binoppenalty relpenalty brokenpenalty displaywidowpenalty
      hangindent hangafter looseness pdfcompresslevel pdfminorversion epsfxsize epsfysize`,
  },
  paragraph: {
    '': 'par endgraf',
  },
  lineBreak: {
    '': 'newline tabularnewline',
    o: 'linebreak',
  },
  space: {
    '': `
      , ; : ! quad qquad enspace enskip thinspace medspace thickspace negthinspace space hfill hfil xspace
      nobreakspace`,
    sm: 'hspace',
  },
  inline: {
    m: `
      emph textbf textit textmd textnormal textrm textsc textsf textsl texttt textup textulc textsuperscript
      textsubscript underline uline uuline uwave sout mbox fbox reflectbox MakeUppercase MakeLowercase
      MakeTextUppercase MakeTextLowercase uppercase lowercase fullwidth`,
    oom: 'framebox',
    mm: 'hypertarget hyperlink texorpdfstring textlang',
    om: 'hyperref hl text',
    omm: 'textcolor colorbox rotatebox foreignlanguage glsdisp',
    omomm: 'fcolorbox',
    moom: 'raisebox',
    '(oom': 'makebox',
    mmm: 'DUfootnotemark',
    mom: 'scalebox',
    smmm: 'resizebox',
    '<om': 'alert',
    '<m': 'only uncover visible invisible action structure',
    '<g': 'onslide frame',
  },
  quoted: {
    sm: 'enquote',
    soom: 'textquote',
    smm: 'foreignquote',
  },
  block: {
    m: 'abstract uplevel frontmatterabstract minisec acknowledgments',
    om: 'title subtitle marginpar marginnote footnotetext endnotetext',
    's<om': 'section subsection subsubsection part chapter paragraph subparagraph',
    som: 'caption subcaption addpart addchap addsec',
    omm: 'captionof',
    '<om': 'frametitle',
    '<m': 'framesubtitle',
    ooomm: 'parbox',
    mmm: 'longnewglossaryentry',
  },
  quotation: {
    soom: 'blockquote',
  },
  note: {
    om: 'footnote endnote sidenote',
  },
  item: {
    '<o<': 'item',
  },
  entry: {
    mm: 'newglossaryentry provideglossaryentry',
  },
  definition: {
    '': 'def edef gdef xdef',
  },
  alias: {
    '': 'let',
  },
  hidden: {
    '': 'iffalse',
  },
};

const commands = byName(commandNames);

/** The kind and the signature of each name in a table. */
function byName<Kind extends string>(
  table: Record<Kind, Record<Signature, string>>,
): ReadonlyMap<string, { kind: Kind; signature: Signature }> {
  const found = new Map<string, { kind: Kind; signature: Signature }>();
  for (const kind of Object.keys(table) as Kind[])
    for (const [signature, names] of Object.entries(table[kind]))
      for (const name of namesIn(names)) found.set(name, { kind, signature });
  return found;
}

/** How to read the command with this name (without the backslash). */
export function commandOf(name: string): Command | undefined {
  return commands.get(name) ?? (setsUp.test(name) ? setUp : undefined);
}

/** Guesses from its name how to read an undefined command: packages and templates have hundreds of them. */
export function guessedCommand(name: string): Command | undefined {
  if (termOf(name)) return term;
  if (refers.test(name)) return reference;
  return isHeading.test(name) ? heading : undefined;
}

/** Headings of templates: `\rSec2[label]{Title}`, `\mychapter{Title}`. */
const isHeading = /^[a-zA-Z]*(?:[sS]ec|[sS]ection|[cC]hapter|[hH]eading)$/;
const heading: Command = { kind: 'block', signature: 's#om' };

const term: Command = { kind: 'term', signature: 'som' };

/** References, citations and index entries: `\secref`, `\fullcitebib`, `\indexlibrary`. */
const refers = /^(?:[a-zA-Z]*ref|[a-zA-Z]*[Cc]ite[a-z]*|[a-z]?index[a-z]*)$/;
const reference: Command = { kind: 'leftOut', signature: 'soogggg' };

/** Whether an unknown command may write its own name, as `\SkelCL` does, rather than change settings or fonts. */
export function mayBeName(name: string): boolean {
  return /^[a-zA-Z]{2,30}$/.test(name) && !setsType.test(name);
}

const setsType = new RegExp(
  String.raw`^(?:tiny|small|large|Large|LARGE|huge|Huge|HUGE|em|b[fm]|it|rm|sf|tt|s[cl]|protect|relax|null|strut|qed|QED|` +
    String.raw`centering|Centering|raggedright|raggedleft|RaggedRight|RaggedLeft|(?:no)?indent|sloppy|fussy|appendix|` +
    String.raw`today|phantomsection|FloatBarrier|HRule|cmark|xmark|checkmark|pnum|bottomrule|toprule|midrule|hline|` +
    String.raw`twocolumn|onecolumn|leavevmode|ignorespaces|unskip|dominitoc|minitoc|or|else|fi|next|left|right|` +
    String.raw`(?:if|the|end|begin|every|list[oO]f|[mM]ake|print|reset|[nN]ew|[sS]et|no|use|start|stop|show|text|math|insert|after|before|[bB]ig)[a-zA-Z]*|` +
    String.raw`[a-zA-Z]*(?:[sS]kip|[sS]pace|[sS]pacing|[rR]ule|fill?|[pP]age|[mM]atter|[sS]tyle|[sS]ize|[fF]ont|family|series|` +
    String.raw`shape|[bB]reak|true|false|[bB]ar|group|[bB]ottom|[tT]itle|toc|line|mark|symbol|box))$`,
);

/** The form in which a command writes a glossary term. */
export interface TermForm {
  /** `first` means in full at the first use. */
  length: 'first' | 'short' | 'long' | 'full';
  isPlural: boolean;
  isCapital: boolean;
}

/** The form for a term command of glossaries, acronym, acro or glossaries-extra. */
export function termOf(name: string): TermForm | undefined {
  const [, family, form, plural] = glossaryCommand.exec(name) ?? acronymCommand.exec(name) ?? [];
  if (family === undefined) return undefined;
  return {
    length: termLengths.get(form ?? '') ?? 'first',
    isPlural: plural !== undefined || (form?.endsWith('plural') ?? false),
    isCapital: /^i?[A-Z]/.test(family),
  };
}

const glossaryCommand =
  /^([cdpr]?(?:gls|Gls|GLS)|[aA]cr|ACR)(?:xtr|entry|fmt)?(firstplural|first|text|plural|name|short|long|full)?(pl)?$/;
const acronymCommand = /^(i?[aA]c|Iac)(s|l|f|fi|sfi)?(p)?$/;
const termLengths = new Map<string, TermForm['length']>([
  ...['short', 'text', 'name', 'plural', 's'].map((form): [string, 'short'] => [form, 'short']),
  ...['long', 'l'].map((form): [string, 'long'] => [form, 'long']),
  ...['full', 'first', 'firstplural', 'f', 'fi', 'sfi'].map((form): [string, 'full'] => [form, 'full']),
]);

/** Commands of packages and documents that change settings; their braced arguments are not text. */
const setsUp =
  /^(?:Declare[A-Z]|pgf|tikz|tcb|lst[a-z]|glsset|set[a-z]*(?:style|font|color|theme|length)$|use[a-z]+theme$)/;
const setUp: Command = { kind: 'leftOut', signature: 'sogogogog' };

/** Environments whose content is not LaTeX, read up to their literal `\end`. */
export const verbatimEnvironments =
  namesIn(`verbatim Verbatim BVerbatim LVerbatim spverbatim verbatimtab lstlisting minted alltt code comment filecontents
   sagesilent sageblock pycode pyblock luacode asy`);

/** How to read an environment. */
export interface Environment {
  kind:
    | 'text'
    | 'list'
    /** Contains the words of someone else. */
    | 'quotation'
    /** Contains a title in braces and text. */
    | 'titled'
    /** Doesn't end the sentence around it. */
    | 'formula'
    /** Has no running text and is left out with all its content. A table's cells are notes, not sentences. */
    | 'leftOut';
  /** The arguments. If empty, an option directly after the name is left out. */
  signature: Signature;
}

/** Environment names, without stars, by kind and signature. */
const environmentNames: Record<Environment['kind'], Record<Signature, string>> = {
  text: {
    '': `
      document abstract center flushleft flushright titlepage appendix appendices acknowledgements acknowledgments
      small footnotesize landscape frontmatter singlespace doublespace`,
    o: `
      figure table sidewaysfigure sidewaystable theorem lemma definition proposition corollary remark example proof
      conjecture claim tcolorbox mdframed choices checkboxes questions parts subparts overprint`,
    m: 'adjustbox otherlanguage colormixin spacing',
    mm: 'overlayarea',
    ooom: 'minipage',
    om: 'subfigure subtable',
    omom: 'wrapfigure wraptable',
    mo: 'floatingfigure',
    moo: 'multicols',
    '<o': 'columns',
    '<om': 'column',
    '<': 'onlyenv actionenv uncoverenv visibleenv',
  },
  list: {
    '': 'inparaenum asparaenum',
    o: 'itemize enumerate description compactitem compactenum trivlist',
    mm: 'list',
  },
  quotation: { '': 'quote quotation blockquote verse', o: 'quoting displayquote' },
  titled: { '<oo': 'frame block alertblock exampleblock' },
  formula: {
    '': `
      equation align alignat gather multline flalign split math displaymath eqnarray IEEEeqnarray dmath dgroup darray
      subequations aligned alignedat gathered multlined spreadlines lgathered rgathered cases dcases rcases drcases
      matrix bmatrix pmatrix vmatrix Bmatrix Vmatrix smallmatrix array subarray crampedsubarray empheq xalignat
      xxalignat`,
  },
  leftOut: {
    '': `
      tabular tabularx tabulary tabu longtabu longtable supertabular xtabular xltabular mpsupertabular tabbing
      NiceTabular tblr longtblr talltblr ltablex deluxetable tikzpicture tikzcd picture pgfpicture axis forest
      circuitikz pspicture psfrags chronology algorithm algorithmic algorithm2e acronym thebibliography bibdiv biblist
      CCSXML`,
  },
};

export const environments = byName(environmentNames);

/** Guesses from its name what an environment defined in another file contains. */
export function guessedEnvironment(name: string): 'listing' | 'formula' | 'leftOut' | undefined {
  if (namesListing.test(name)) return 'listing';
  if (namesFormula.test(name)) return 'formula';
  return namesDrawing.test(name) ? 'leftOut' : undefined;
}

const namesListing =
  /^(?:[a-z]*(?:[vV]erbatim|[lL]isting)[a-zA-Z]*|(?!(?:de|en|uni|bar|trans)code)[a-zA-Z]*[cC]ode(?:[bB]lock|[bB]ox|[lL]isting|[sS]nippet|[eE]nv|[fF]rame|tu|digitsep)?|(?:terminal|console|shell|bash|output)[a-zA-Z]*|[a-zA-Z]*bnf(?:list|base)?|[sS]nippet)$/;
const namesFormula = /^(?:[a-z]*(?:align|equation|formula|math|matrix|gather)[a-z]*)$/;
const namesDrawing = /(?:^tikz|tikz$|[pP]icture$|[dD]iagram$|^algorithm|[aA]lgorithm$|^pseudocode|tabular)/;

/** The text that character commands write. */
export const characters: ReadonlyMap<string, string> = new Map([
  ...Array.from('&%$#_{}', (char): [string, string] => [char, char]),
  ...pairs(`ss ß ae æ AE Æ oe œ OE Œ o ø O Ø aa å AA Å l ł L Ł i ı j ȷ dh ð DH Ð th þ TH Þ dj đ DJ Đ ng ŋ NG Ŋ
    dots … ldots … textellipsis … textendash – textemdash — textquoteleft ‘ textquoteright ’ textquotedblleft “
    textquotedblright ” textquotesingle ' textquotedbl " guillemotleft « guillemotright » quotedblbase „ S § P ¶ pounds £
    euro € texteuro € copyright © textcopyright © textregistered ® texttrademark ™ textdegree ° degree °
    textasciitilde ~ textasciicircum ^ textbar | textless < textgreater > textunderscore _ textbullet • dag † ddag ‡
    slash / TeX TeX LaTeX LaTeX LaTeXe LaTeX2e BibTeX BibTeX XeTeX XeTeX XeLaTeX XeLaTeX`),
  ['textbackslash', '\\'],
  // Abbreviations that theses often define in another file; a definition in this document takes precedence.
  ...pairs('eg e.g. Eg E.g. ie i.e. Ie I.e. etc etc. cf cf. wrt w.r.t. Cpp C++ vs vs. aka a.k.a.'),
  ['etal', 'et al.'],
]);

/** Each name, and the text that it writes. */
function pairs(text: string): [string, string][] {
  return Array.from(text.matchAll(/(\S+)\s+(\S+)/g), ([, name = '', written = '']) => [name, written]);
}

/** The combining character that each accent command adds to the next letter. */
export const accents: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ "'": '\u0301', '`': '\u0300', '^': '\u0302', '"': '\u0308', '~': '\u0303', '=': '\u0304' },
    ...{ '.': '\u0307', u: '\u0306', v: '\u030C', H: '\u030B', c: '\u0327', k: '\u0328', r: '\u030A' },
    ...{ d: '\u0323', b: '\u0331' },
  }),
);

/** The text of a tie, and of marks that TeX's fonts combine. */
export const ligatures: ReadonlyMap<string, string> = new Map([
  ['---', '—'],
  ['--', '–'],
  ['``', '“'],
  ["''", '”'],
  ['`', '‘'],
  ['~', ' '],
]);
