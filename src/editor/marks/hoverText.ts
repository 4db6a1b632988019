import * as vscode from 'vscode';
import { isPartlyJudged, reachOf } from '../../report/model/claim.ts';
import { mainReasons, strengths } from '../../report/model/sentenceMarks.ts';
import { type ReportLanguage, capitalised, labelIn } from '../../report/words/words.ts';
import type { App } from '../app.ts';
import type { Commands } from '../commands.ts';
import type { MarkedDocument } from '../core/markedDocument.ts';
import type { MarkedSentence } from '../core/track.ts';
import { asMarkdown, verdictInWords } from '../words.ts';

const linked = [
  'inkling.openReport',
  'inkling.nextFlagged',
  'inkling.dismissMark',
  'inkling.hideMarks',
] as const satisfies (keyof Commands)[];

/** The text of a hover, as Markdown: at most three lines above its links. See `createHover`. */
export function hoverText(
  app: App,
  document: vscode.TextDocument,
  marked: MarkedDocument,
  sentence: MarkedSentence,
): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: linked };
  // HTML is needed to colour the dots. All text from documents and services goes through `asMarkdown`.
  text.supportHtml = true;
  const about = sentence.isEdited
    ? [asMarkdown(changedInWords(marked))]
    : [headline(marked, sentence, app.language), ...ownReasons(app, marked, sentence)];
  const paragraphs = [...about, asMarkdown(textInWords(app, marked)), links(document, marked, sentence)];
  return text.appendMarkdown(paragraphs.join('\n\n'));
}

/** How the sentence reads, how strongly, and how reliable that is. */
function headline(
  marked: MarkedDocument,
  sentence: MarkedSentence,
  { words, locale }: ReportLanguage,
): string {
  const band = marked.bandOf(sentence);
  const strong = `**${asMarkdown(verdictInWords({ verdict: band }))}**`;
  if (band === 'uncertain') return strong;
  const strength = marked.strengthOf(sentence);
  if (strength === 'passage') return `**${asMarkdown(capitalised(words.passages[band], locale))}**`;
  const full = strengths.indexOf(strength) + 1;
  const circles = '●'.repeat(full) + '○'.repeat(strengths.length - full);
  const dots = `<span style="color:var(--vscode-inkling-${band});">${circles}</span>`;
  return `${strong} ${dots} ${asMarkdown(`${words.strengths[strength]}. ${reachInWords(marked, sentence)}`)}`;
}

/** The sentence's strongest evidence for the side it reads like; the two strongest items if it could be either. */
function ownReasons(app: App, marked: MarkedDocument, sentence: MarkedSentence): string[] {
  const own = marked.ownReasonsOf(sentence);
  if (own === null) return [];
  if (own.length === 0) return [asMarkdown(vscode.l10n.t('No single word stands out.'))];
  const couldBeEither = marked.bandOf(sentence) === 'uncertain';
  const reasons = mainReasons(own)
    .slice(0, couldBeEither ? 2 : 1)
    .map(({ evidence, quotes }) => {
      const quoted = quotes.map((quote) => vscode.l10n.t('“{0}”', quote)).join(', ');
      const towards = evidence.weight > 0 ? vscode.l10n.t('towards AI') : vscode.l10n.t('towards a person');
      const side = couldBeEither ? ` (${towards})` : '';
      return `${quoted || vscode.l10n.t('Its overall wording')}: ${labelIn(evidence, app.language.words)}${side}`;
    });
  return [asMarkdown(reasons.join('; '))];
}

function reachInWords(marked: MarkedDocument, sentence: MarkedSentence): string {
  return marked.passageWordCount(sentence) > sentence.words
    ? vscode.l10n.t('One sentence proves nothing, but the passage reads the same.')
    : vscode.l10n.t('One sentence proves nothing, and those beside it read differently.');
}

function changedInWords({ live }: MarkedDocument): string {
  return live
    ? vscode.l10n.t('Just changed. The mark updates when you pause typing.')
    : vscode.l10n.t('Changed since the scan. Scan again to judge this sentence.');
}

/** How the whole text reads, and how often human-written texts read the same. */
function textInWords(app: App, { shown: { result } }: MarkedDocument): string {
  const reads = verdictInWords(result);
  const whole = isPartlyJudged(result)
    ? vscode.l10n.t('Judged part: {0}.', reads)
    : vscode.l10n.t('Whole text: {0}.', reads);
  return [whole, reachOf(result, app.language)].filter(Boolean).join(' ');
}

/** The pointer may be over a document that is not active, so each link names its document. */
function links(document: vscode.TextDocument, marked: MarkedDocument, sentence: MarkedSentence): string {
  const uri = document.uri.toString();
  const place = { uri, offset: sentence.start };
  const found = [
    link('inkling.openReport', vscode.l10n.t('Open report'), [marked.report]),
    link('inkling.nextFlagged', vscode.l10n.t('Next flagged'), [place]),
  ];
  if (marked.isFlagged(sentence) || marked.bandOf(sentence) === 'uncertain') {
    const tooltip = vscode.l10n.t(
      'Hide the mark of this sentence until the next scan. Nothing is sent or stored.',
    );
    found.push(link('inkling.dismissMark', vscode.l10n.t('Not useful'), [place], tooltip));
  }
  found.push(link('inkling.hideMarks', vscode.l10n.t('Hide marks'), [uri]));
  return found.join(' · ');
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
