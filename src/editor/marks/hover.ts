import * as vscode from 'vscode';
import { bandOf, type Band } from '../../api/bands.ts';
import { sentenceAt } from '../../report/sentences.ts';
import { asMarkdown, verdictInWords } from '../words.ts';
import { rangeOf } from './decorations.ts';
import type { MarkedDocument, Marks } from './marks.ts';
import type { MarkedSentence } from './track.ts';

/** What a marked sentence says under the pointer: how it reads, how the whole text reads, and where to go on. */
export function createHover(marks: Marks): vscode.Disposable {
  return vscode.languages.registerHoverProvider('*', {
    provideHover(document, position) {
      const marked = marks.of(document);
      if (!marked?.isJudged) return undefined;
      const offset = document.offsetAt(position);
      const sentence = sentenceAt(marked.sentences, offset);
      if (!sentence) return undefined;
      return new vscode.Hover(describe(marked, sentence), rangeOf(document, sentence));
    },
  });
}

function describe(marked: MarkedDocument, sentence: MarkedSentence): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: ['inkling.openReport', 'inkling.hideMarks'] };
  text.appendMarkdown(`**Inkling**: ${asMarkdown(sentenceInWords(sentence))}\n\n`);
  const { verdict, score, confidence, reasons } = marked.result;
  const whole = vscode.l10n.t(
    'Whole text: {0}, score {1}, confidence {2}.',
    verdictInWords({ verdict }),
    score.toFixed(2),
    confidence,
  );
  const where =
    marked.host === null
      ? vscode.l10n.t('Analysed on this machine.')
      : vscode.l10n.t('Analysed by {0}.', marked.host);
  text.appendMarkdown([whole, ...reasons.map(({ message }) => message), where].map(asMarkdown).join('\n\n'));
  const argument = encodeURIComponent(JSON.stringify([marked.reportId]));
  const open = vscode.l10n.t('Open report');
  const hide = vscode.l10n.t('Hide marks');
  text.appendMarkdown(
    `\n\n[${open}](command:inkling.openReport?${argument}) · [${hide}](command:inkling.hideMarks)`,
  );
  return text;
}

function sentenceInWords({ changed, score }: MarkedSentence): string {
  if (changed) return vscode.l10n.t('Changed since the scan. Scan again to judge this sentence.');
  const words: Record<Band, string> = {
    ai: vscode.l10n.t('this sentence reads like AI (score {0})', score.toFixed(2)),
    uncertain: vscode.l10n.t("can't tell who wrote this sentence (score {0})", score.toFixed(2)),
    human: vscode.l10n.t('this sentence reads like a person wrote it (score {0})', score.toFixed(2)),
  };
  return words[bandOf(score)];
}
