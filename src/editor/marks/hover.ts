import * as vscode from 'vscode';
import { bandOf, type Band } from '../../api/bands.ts';
import { reasonsIn } from '../../report/words/translated.ts';
import type { App } from '../app.ts';
import type { Commands } from '../commands.ts';
import { hostOfService } from '../service/reportRef.ts';
import { asMarkdown, confidenceInWords, scoreInNumbers, verdictInWords } from '../words.ts';
import { rangeOf } from './decorations.ts';
import { isFlagged, type MarkedDocument } from './markedDocument.ts';
import type { Marks } from './marks.ts';
import type { MarkedSentence } from './track.ts';

/** What a marked sentence says under the pointer: how it reads, how the whole text reads, and where to go on. */
export function createHover(marks: Marks, app: App): vscode.Disposable {
  return vscode.languages.registerHoverProvider('*', {
    provideHover(document, position) {
      const marked = marks.of(document);
      const sentence = marked?.sentenceAt(document.offsetAt(position));
      if (!marked || !sentence) return undefined;
      return new vscode.Hover(describe(app, document, marked, sentence), rangeOf(document, sentence));
    },
  });
}

const linked = [
  'inkling.openReport',
  'inkling.nextFlagged',
  'inkling.dismissMark',
  'inkling.hideMarks',
] as const satisfies (keyof Commands)[];

function describe(
  app: App,
  document: vscode.TextDocument,
  marked: MarkedDocument,
  sentence: MarkedSentence,
): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: linked };
  text.appendMarkdown(`**Inkling**: ${asMarkdown(sentenceInWords(marked, sentence))}\n\n`);
  const { result } = marked.shown;
  const whole = vscode.l10n.t(
    'Whole text: {0}, score {1}, {2}.',
    verdictInWords(result),
    scoreInNumbers(result.score),
    confidenceInWords(result.confidence),
  );
  const host = hostOfService(marked.report.service);
  const where =
    host === null ? vscode.l10n.t('Analysed on this machine.') : vscode.l10n.t('Analysed by {0}.', host);
  text.appendMarkdown([whole, ...reasonsIn(result, app.language.words), where].map(asMarkdown).join('\n\n'));
  // The pointer may be over another text than the one with the cursor: each link names its own.
  const uri = document.uri.toString();
  const links = [
    link('inkling.openReport', vscode.l10n.t('Open report'), [marked.report]),
    link('inkling.nextFlagged', vscode.l10n.t('Next flagged'), [{ uri, offset: sentence.start }]),
    ...(isFlagged(sentence) || bandOf(sentence.score) === 'uncertain'
      ? [
          link(
            'inkling.dismissMark',
            vscode.l10n.t('Not useful'),
            [{ uri, offset: sentence.start }],
            vscode.l10n.t('Hide the mark of this sentence until the next scan. Nothing is sent or stored.'),
          ),
        ]
      : []),
    link('inkling.hideMarks', vscode.l10n.t('Hide marks'), [uri]),
  ];
  text.appendMarkdown(`\n\n${links.join(' · ')}`);
  return text;
}

function link<Id extends (typeof linked)[number]>(
  command: Id,
  title: string,
  args: Parameters<Commands[Id]>,
  tooltip?: string,
): string {
  const target = `command:${command}?${encodeURIComponent(JSON.stringify(args))}`;
  return `[${title}](${target}${tooltip === undefined ? '' : ` ${JSON.stringify(tooltip)}`})`;
}

function sentenceInWords({ live }: MarkedDocument, { changed, score }: MarkedSentence): string {
  if (changed) {
    return live
      ? vscode.l10n.t('Changed just now. Its score follows when you pause.')
      : vscode.l10n.t('Changed since the scan. Scan again to judge this sentence.');
  }
  const words: Record<Band, string> = {
    ai: vscode.l10n.t('this sentence reads like AI (score {0})', scoreInNumbers(score)),
    uncertain: vscode.l10n.t("can't tell who wrote this sentence (score {0})", scoreInNumbers(score)),
    human: vscode.l10n.t('this sentence reads like a person wrote it (score {0})', scoreInNumbers(score)),
  };
  return words[bandOf(score)];
}
