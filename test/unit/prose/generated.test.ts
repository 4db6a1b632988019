import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../runs.ts';
import { assertLiteral, proseOf } from './checks.ts';

/** Writes a block of a document around stretches of prose that `say` makes up. */
type Block = (say: () => string) => string;

const code = 'let hidden = code;';

/** What documents are full of, by format: prose in its markup, and what is none, whose words all hold "hidden". */
const blocks: Record<string, readonly Block[]> = {
  latex: [
    (say) => `${say()}\n${say()} % hidden remark\n${say()}\n\n`,
    (say) =>
      `\\section{${say()}}\\label{sec:hidden}\n\n${say()}~\\cite[p.~4]{hidden2020}, \\ref{hidden}.\n\n`,
    (say) => `${say()} \\emph{${say()} \\textbf{${say()}}} ${say()}.\n\n`,
    (say) =>
      `\\begin{itemize}[hidden=1]\n  \\item ${say()}\n  \\item ${say()}\n\n  ${say()}\n\\end{itemize}\n\n`,
    (say) => `\\begin{quote}\n${say()}\n\\end{quote}\n\n`,
    (say) => `${say()} $hidden^2$, \\(hidden\\)\n\\[ hidden = 1 \\]\n${say()}\n\n`,
    () => `\\begin{equation}\n hidden = 1 \\label{eq:hidden}\n\\end{equation}\n\n`,
    () => `\\begin{verbatim}\n${code}\n\\end{verbatim}\n\n`,
    () => `\\begin{lstlisting}[language=hidden]\n${code}\n\\end{lstlisting}\n\n`,
    () => `\\newcommand{\\hidden}[1]{hidden #1}\n\\usepackage[hidden]{hidden}\n\n`,
  ],
  restructuredtext: [
    (say) => `${say()}\n${say()}\n\n`,
    (say) => `${`${say()}\n`.padEnd(160, '=')}\n\n${say()} *${say()}* ${say()} **${say()}**.\n\n`,
    (say) => `- ${say()}\n  ${say()}\n\n  ${say()}\n\n- ${say()}\n\n`,
    (say) => `1. ${say()}::\n\n      ${code}\n\n   ${say()}\n\n`,
    (say) => `.. note::\n   ${say()}\n\n   ${say()}\n\n`,
    (say) => `.. versionadded:: 3.2\n   ${say()}\n\n`,
    (say) => `.. py:function:: hidden(a)\n   :hidden: b\n\n   ${say()}\n\n`,
    (say) => `${say()}\n\n   ${say()}\n\n${say()}\n\n`,
    (say) => `${say()} \`${say()} <https://hidden.org>\`_ ${say()}.\n\n`,
    () => `.. code-block:: hidden\n   :hidden:\n\n   ${code}\n\n`,
    () => `.. hidden remark\n   that goes on hidden\n\n`,
    () => `.. image:: hidden.png\n   :alt: hidden\n\n`,
    () => `.. _hidden: https://hidden.org\n\n`,
  ],
  asciidoc: [
    (say) => `${say()}\n${say()}\n\n`,
    (say) => `== ${say()}\n\n${say()} _${say()}_ ${say()} *${say()}*.\n\n`,
    (say) => `* ${say()}\n** ${say()}\n. ${say()}\n+\n${say()}\n\n`,
    (say) => `NOTE: ${say()}\n\n`,
    (say) => `[TIP]\n====\n${say()}\n\n${say()}\n====\n\n`,
    (say) => `${say()} https://hidden.org[${say()}] ${say()} <<hidden>>.\n\n`,
    (say) => `${say()} {hidden-uri}[${say()}].\n\n`,
    () => `:hidden: hidden\n\n`,
    () => `[source,hidden]\n----\n${code}\n----\n\n`,
    () => `// hidden remark\n\n`,
    () => `////\nhidden remark\n////\n\n`,
    () => `image::hidden.png[]\n\n`,
  ],
  org: [
    (say) => `${say()}\n${say()}\n\n`,
    (say) => `* ${say()}\n:PROPERTIES:\n:ID: hidden\n:END:\n\n${say()} /${say()}/ ${say()} *${say()}*.\n\n`,
    (say) => `- ${say()}\n  ${say()}\n  - ${say()}\n\n`,
    (say) => `1. ${say()}\n2. ${say()}\n\n`,
    (say) => `#+begin_quote\n${say()}\n#+end_quote\n\n`,
    (say) => `${say()} [[https://hidden.org][${say()}]] ${say()} [cite:@hidden].\n\n`,
    () => `#+begin_src hidden\n${code}\n#+end_src\n\n`,
    () => `# hidden remark\n#+hidden: hidden\n\n`,
    () => `: ${code}\n\n`,
  ],
  html: [
    (say) => `<p class="hidden">${say()}\n${say()}</p>\n`,
    (say) =>
      `<h2 id="hidden">${say()}</h2>\n<div>${say()} <em>${say()} <b>${say()}</b></em>, ${say()}</div>\n`,
    (say) => `<ul>\n<li>${say()}\n<li><p>${say()}</p><p>${say()}</p></li>\n</ul>\n`,
    (say) => `<blockquote>${say()}</blockquote>\n`,
    (say) => `<p>${say()} <a href="hidden.html" title="hidden">${say()}</a> ${say()}<br>${say()}</p>\n`,
    (say) => `{% hidden %}\n<p>${say()} {{ hidden }} ${say()}</p>\n`,
    () => `<!-- hidden remark -->\n<script>${code}</script><style>.hidden { }</style>\n`,
    () => `<pre><code>${code}</code></pre>\n`,
    () => `<svg><text>hidden</text></svg><template><p>hidden</p></template>\n`,
  ],
};

describe('the words of a generated document', () => {
  for (const [languageId, written] of Object.entries(blocks)) {
    it(`are all found in ${languageId}, in order, and nothing of its markup`, () => {
      const order = fc.array(fc.constantFrom(...written), { minLength: 1, maxLength: 12 });
      fc.assert(
        fc.property(order, (parts) => {
          const said: string[] = [];
          const say = (): string => {
            const words = ['rain', `fell${said.length}`, 'over', `town${said.length}`];
            said.push(...words);
            return words.join(' ');
          };
          const document = parts.map((part) => part(say)).join('');
          const prose = proseOf(document, languageId);
          assertLiteral(document, prose);
          assert.deepEqual(prose.text.match(/[a-z]+\d*/g) ?? [], said);
        }),
        { numRuns: runs(200) },
      );
    });
  }
});
