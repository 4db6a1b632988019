import assert from 'node:assert/strict';
import { assertLiteral, itReads, marked, proseOf } from '../checks.ts';

describe('the prose of LaTeX', () => {
  itReads('latex', [
    [
      'a document',
      '\\documentclass{article}\n\\usepackage[a]{b}\n\\begin{document}\nIt rained.\n\\end{document}\nNot this.',
      'It rained.',
    ],
    [
      'a paper that carries its own package',
      '\\begin{filecontents}{a.sty}\n\\ProvidesPackage{a}\n\\end{filecontents}\n\\begin{document}\nIt rained.\n\\end{document}',
      'It rained.',
    ],
    ['a chapter without a preamble', 'It rained.', 'It rained.'],
    ['nothing', '\\documentclass{article}\n\\begin{document}\n\\end{document}', ''],
    ['comments', '% No.\nIt rained % nor this\nall day.', 'It rained all day.'],
    ['a comment within a word', 'It rai%\nned.', 'It rained.'],
    ['a percent sign', 'It rained 50\\% more.', 'It rained 50% more.'],
    ['headings', '\\section*[short]{The \\emph{pier}}\nIt rained.', 'The pier\n\nIt rained.'],
    ['paragraphs', 'One.\n\nTwo.\\par Three.', 'One.\n\nTwo.\n\nThree.'],
    ['emphasis', 'It \\emph{re}ally {\\bf rained} \\textcolor{red}{hard}.', 'It really rained hard.'],
    ['a line break with a star, once each word', 'Roses\\\\*Violets, and 0.5.', 'Roses\nViolets, and 0.5.'],
    ['what is left of a word behind an argument', 'Not \\hspace*33.2 is it.', 'Not 3.2 is it.'],
    ['a formula in a sentence', 'It fell $x^2$ far, to \\(y\\).', 'It fell far, to.'],
    [
      'a formula of its own',
      'It fell\n\\[ x = 1 \\]\nfar.\n\\begin{align*}\nx\n\\end{align*}',
      'It fell far.',
    ],
    [
      'citations',
      'It rained~\\cite[p.~2]{marsh}, as \\citet{jo} said \\parencite[see][3]{x}.',
      'It rained, as said.',
    ],
    ['labels and references', 'See \\ref{a}\\label{b} and \\autoref{c}.', 'See and.'],
    [
      'a footnote behind a sentence',
      'It rained.\\footnote{In March.} It stopped.',
      'It rained.\nIn March.\nIt stopped.',
    ],
    [
      'a footnote within a sentence',
      'It rained\\footnote{ In March. } all day.',
      'It rained (In March.) all day.',
    ],
    ['links', '\\href{https://x.y}{The pier} is at \\url{https://z}.', 'The pier is at.'],
    [
      'a list',
      'Two:\n\\begin{itemize}\n\\item One.\n\\item[b] Two.\n\\end{itemize}\nEnd.',
      'Two:\n\nOne.\nTwo.\n\nEnd.',
    ],
    [
      'listings',
      'It rained.\n\\begin{lstlisting}[language=C]\nint a; % {\n\\end{lstlisting}\n\\begin{verbatim}\n\\x\n\\end{verbatim}',
      'It rained.',
    ],
    ['code in a sentence', 'Call \\verb|open| first.', 'Call open first.'],
    [
      'drawings',
      'It rained.\n\\begin{tikzpicture}[a]\n\\draw (0,0) node {x};\n\\end{tikzpicture}',
      'It rained.',
    ],
    [
      'a table with its caption',
      '\\begin{table}[h]\n\\begin{tabular}{l|r}\na & b \\\\\n\\end{tabular}\n\\caption{Rain.}\\label{t}\n\\end{table}',
      'Rain.',
    ],
    [
      'a figure with its caption',
      '\\begin{figure}[ht]\\centering\n\\includegraphics[width=1cm]{a.png}\n\\caption[s]{The pier.}\n\\end{figure}',
      'The pier.',
    ],
    [
      'dashes and quotes',
      "``It rained''---all day, 3--4, it's `so'.",
      "“It rained”—all day, 3–4, it's ‘so'.",
    ],
    ['ties', 'Tom~Marsh', 'Tom Marsh'],
    ['accents', 'Caf\\\'e na\\"{\\i}ve \\c{c}a \\v s', 'Café naïve ça š'],
    [
      'letters and signs by name',
      'Stra\\ss e, \\ae on \\& Jo, \\ldots{} \\LaTeX{} \\textendash{} x\\_y',
      'Straße, æon & Jo, … LaTeX – x_y',
    ],
    ['line breaks', 'Roses\\\\Violets\\newline End', 'Roses\nViolets\nEnd'],
    [
      'definitions',
      '\\newcommand{\\foo}[1]{bar #1}\\def\\x#1{no}\\setlength{\\a}{1cm}It rained.',
      'It rained.',
    ],
    ['commands nobody knows', 'It \\wet{really} rained.', 'It really rained.'],
    ['the words of two arguments apart', 'The \\wet{sea}{of rain} fell.', 'The sea of rain fell.'],
    ['labels that commands nobody knows take', 'See \\wetref{fig:pier-2}, \\wet{ta:ble}.', 'See, ta:ble.'],
    ['a word with a colon', 'Alle \\wet{Nutzer:innen} kamen.', 'Alle Nutzer:innen kamen.'],
    [
      'what an address or a file is linked with',
      'See \\wet{https://x.y/a_b}{the pier} and \\wet{b.html#c}{the sea}, or \\wet{b.html}.',
      'See the pier and the sea, or b.html.',
    ],
    [
      'settings that commands nobody knows take',
      '\\wetset{\n  % Ours.\n  depth = 3, tide*={very high}}\\wetset{a=10 -20 5,b=3}It rained \\wet{n=3 times}.',
      'It rained n=3 times.',
    ],
    ['lengths with a word directly behind them', 'A t\\kern-.15emool rained.', 'A tool rained.'],
    ['an index and symbols', 'It\\index[a]{b}\\edindex{b} rained.\\nomenclature[a]{$k$}{Rain}', 'It rained.'],
    [
      'a description without braces',
      '\\newglossaryentry{m}{name=mast,\n description=a tall\n pole,plural=masts}\nIt rained.',
      'a tall pole\n\nIt rained.',
    ],
    ['environments nobody knows', '\\begin{wet}\nIt rained.\n\\end{wet}', 'It rained.'],
    ['an environment that is not closed yet', '\\begin{itemize} It rained.', 'It rained.'],
    ['a brace that is not closed yet', 'It \\emph{rained. All day.', 'It rained. All day.'],
    ['a character that is none', 'It \0 rained.', 'It rained.'],
    ['astral characters and tabs', '🌊\tIt \\emph{🌊} rained.', '🌊 It 🌊 rained.'],
    [
      'a chapter that shows a document in a listing',
      'It rained.\n\\begin{verbatim}\n\\begin{document}\nNo.\n\\end{document}\n\\end{verbatim}\nIt stopped.',
      'It rained.\n\nIt stopped.',
    ],
    [
      'terms and abbreviations that another file defines, by their keys',
      'The \\gls{pier} and the \\glspl{sea_bird} saw \\Gls{acr:NOAA}, \\ac{RSPB} and its \\acp{API}; \\acrlong{TraceLink}\\glsdesc{pier}. \\glspl{ferry}[!]',
      'The pier and the sea birds saw NOAA, RSPB and its APIs; Trace Link. ferries!',
    ],
    [
      'abbreviations that the document defines, in full at first',
      '\\newacronym{rspb}{RSPB}{Royal Society}\n\\DeclareAcronym{mot}{short = MoT, long = Ministry of Tides}\nThe \\gls{rspb} asked the \\ac{mot}. The \\gls{rspb} and two \\acp{mot} agreed with \\acrlong{rspb}.',
      'The Royal Society (RSPB) asked the Ministry of Tides (MoT). The RSPB and two MoTs agreed with Royal Society.',
    ],
    [
      'names that another file defines, where a sentence goes on',
      'We use \\SkelCL{} and \\OpenCL. The \\GPU runs it, as \\megal\\ does (\\eg with \\emph{\\Lift}).\n\n\\Large\n\\FloatBarrier\n\\noindent It \\centering rained.',
      'We use SkelCL and OpenCL. The GPU runs it, as megal does (e.g. with Lift).\n\nIt rained.',
    ],
    [
      'entries of an index and references by names of one’s own',
      'It rained\n\\indextext{rain}%\n\\indexlibrarymember{a}{b}%\non the pier~(\\secref{sec:a}), as in \\iref{basic.life} and \\citeauthorfull{b}.',
      'It rained on the pier (), as in and.',
    ],
    [
      'code, grammars and tables in environments that another file defines',
      'It rained.\n\\begin{codeblock}\nint x = 100 % 3; // {\n\\end{codeblock}\n\\begin{itemdecl}\ntemplate<class T>\n  constexpr T max(T a,\n                  T b);\n\\end{itemdecl}\n\\begin{floattable}{Kinds of rain}{tab:rain}{ll}\nwet & cold \\\\\ndry & warm \\\\\n\\end{floattable}\n\\begin{ncbnf}\nrain: drop\n\\end{ncbnf}\n\\begin{highlights}{Note}{3cm}\nIt stopped at noon, and nobody minded; but see below.\n\\end{highlights}',
      'It rained.\n\nNote\n\nIt stopped at noon, and nobody minded; but see below.',
    ],
    [
      'headings of one’s own and the captions of listings',
      '\\rSec2[alg.sort]{Sorting}\nIt rained.\n\\begin{lstlisting}[float, caption={[Short] The \\emph{loop} of it}, label=a]\nfor (;;) {}\n\\end{lstlisting}\nIt stopped.\\sidecite{x}[-1.5cm]',
      'Sorting\n\nIt rained.\n\nThe loop of it\n\nIt stopped.',
    ],
    [
      'a glossary, its keys left out',
      '\\newglossaryentry{pier}{name={Pier}, description={It stands in the \\emph{sea}.}, plural={piers}}\n\\newacronym[a=b]{noaa}{NOAA}{National Office}\n\\longnewglossaryentry{b}{name=B}{It rains.}\nThe \\gls[hyper=false]{pier} leans.',
      'It stands in the sea.\n\nIt rains.\n\nThe Pier leans.',
    ],
    [
      'footnotes in each other',
      'It\\footnote{In\\footnote{the month of} March} rained.',
      'It (In (the month of) March) rained.',
    ],
    [
      'what a condition hides',
      'It rained. \\iffalse No. \\ifx\\a\\b No. \\fi No. \\fi It stopped.',
      'It rained. It stopped.',
    ],
    [
      'slides with their titles',
      '\\begin{frame}<1->[t]{The \\emph{pier}}\nIt \\only<2>{really} rained.\n\\end{frame}',
      'The pier\n\nIt really rained.',
    ],
    [
      'options of commands and environments nobody knows',
      '\\begin{wet}[a=b]\nIt \\wet[c]{really} rained [today].\n\\end{wet}',
      'It really rained [today].',
    ],
    ['addresses with a percent sign', 'See \\href{https://x.y/a%20b}{the pier}.', 'See the pier.'],
    ['code between at signs', 'Call \\verb@{@ or \\lstinline[a=b]{open} first.', 'Call { or open first.'],
    [
      'a formula that its paragraph ends',
      'It fell $5.\n\nIt rained $x$ far.',
      'It fell $5.\n\nIt rained far.',
    ],
    [
      'an environment within braces that are left open in it',
      '\\begin{itemize}\n\\item {One.\n\\end{itemize}\nEnd {here}.',
      'One.\n\nEnd here.',
    ],
    [
      'names that the document defines',
      '\\newcommand{\\pier}{\\textsc{Pier}\\xspace}\\def\\sea{Sea}\\newcommand*\\x{$x$}The \\pier{} and the \\sea, \\x.',
      'The Pier and the Sea,.',
    ],
    [
      'arguments as the document reads them',
      '\\newcommand{\\fig}[1]{Figure~\\ref{#1}}\\newcommand{\\say}[3][a]{\\index{#2}\\emph{#3}}See \\fig{a:b} and \\say[c]{d}{the pier}.',
      'See Figure and the pier.',
    ],
    [
      'arguments of one command apart, as the document sets them',
      '\\newcommand{\\scene}[3]{\\section{#1}\\emph{#2} #3}\\newcommand\\glue[2]{#1#2}\\scene{Pier}{It}{leans} on H\\glue{2}{O}.',
      'Pier\n\nIt leans on H2O.',
    ],
    [
      'a name of its own that LaTeX has for a sign',
      '\\newcommand{\\dag}{\\textit{Dag}}\\def\\d#1{\\index{#1}}The \\dag{} leans\\d{a}.',
      'The Dag leans.',
    ],
    [
      'labels of one letter that an unknown command takes',
      'See \\fancyref{s:pier} or \\fancy{f: it fell}.',
      'See or f: it fell.',
    ],
    [
      'formulas and drawings between commands that the document defines',
      '\\newcommand{\\be}{\\begin{equation}}\\newcommand{\\ee}{\\end{equation}}It fell\n\\be x = y \\ee\nfar. \\be It rained.',
      'It fell far. It rained.',
    ],
    [
      'terms with their definitions',
      '\\begin{description}\n\\item[The \\emph{pier}] It leans.\n\\begin{itemize}\n\\item[--] Two.\n\\end{itemize}\n\\item[Sea]\n\\end{description}',
      'The pier\nIt leans.\nTwo.\nSea',
    ],
    [
      'lengths and numbers that TeX takes without braces',
      'One\\vskip 2.5cm plus 1fil two \\parindent=0pt \\penalty-100 3 cats.',
      'One two 3 cats.',
    ],
    [
      'an environment of its own that is called like a comment',
      '\\newenvironment{comment}{}{}\\begin{comment}It rained.\\end{comment}',
      'It rained.',
    ],
    [
      'links with their address behind them',
      'See \\htmlref{the pier}{sec:pier}\\epsfbox{a.eps}.',
      'See the pier.',
    ],
    [
      'a bibliography',
      'It rained.\n\\begin{thebibliography}{9}\n\\bibitem{a} Marsh.\n\\end{thebibliography}\n\\bibliography{x}',
      'It rained.',
    ],
  ]);

  it('marks a sentence with the commands inside it', () => {
    const document = 'First. It \\emph{really}\nrained~\\cite{a}. % Yes.\nThird.';
    assert.deepEqual(marked(document, 'latex', 'It really rained.'), [
      'It \\emph{really}\nrained~\\cite{a}.',
    ]);
  });

  it('finds none in a package or a bibliography', () => {
    assert.equal(proseOf('\\ProvidesPackage{x}\n\\typeout{It rained.} It rained.', 'tex').text, '');
    assert.equal(proseOf('@book{a, title = {It rained all day.}}', 'bibtex').text, '');
  });

  it('reads a long book to its end, with any unclosed listings', () => {
    const chapter = [
      '\\section{Rain} % {',
      'It \\emph{rained\n\nall} day, 50\\% more.',
      '\\begin{verbatim}\n{ {\n\n\\end{verbatim}',
      '\\begin{itemize}\n\\item One.\n\n\\item Two.\n\\end{itemize}',
      'It stopped.',
    ].join('\n\n');
    const document = `\\begin{document}\n${`${chapter}\n\n`.repeat(500)}\\end{document} Not this.`;
    const prose = proseOf(document, 'latex');
    const text = 'Rain\n\nIt rained\n\nall day, 50% more.\n\nOne.\nTwo.\n\nIt stopped.';
    assert.equal(prose.text, Array.from({ length: 500 }, () => text).join('\n\n'));
    assertLiteral(document, prose);
  });
});
