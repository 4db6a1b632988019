import { placeFinder } from '../../text/lines.ts';
import {
  CodeActionKind,
  DiagnosticSeverity,
  MarkupKind,
  type CodeAction,
  type Diagnostic,
  type Hover,
  type Position,
  type Range,
  type TextEdit,
} from 'vscode-languageserver';
import { bandIn } from '../../api/bands.ts';
import type { Config } from '../../scan/config.ts';
import { hasIgnoreComments, knownLanguages, languageOf } from '../../prose/languageOf.ts';
import { ignoreEdit } from '../../prose/ignoreEdit.ts';
import type { IgnoreWarning } from '../../prose/ignoreComments.ts';
import { claimOf, claimWithReach, reachOf } from '../../report/model/claim.ts';
import { unjudgeableReason } from '../../report/model/noVerdict.ts';
import {
  isMarkable,
  mainReasons,
  ownReasonsIn,
  passageWordsAt,
  reasonsWithin,
  strengthOfSegment,
  wordsOf,
} from '../../report/model/sentenceMarks.ts';
import { excerpt } from '../../report/model/sentences.ts';
import { english, inEnglish } from '../../report/words/en.ts';
import { capitalised, limitsOf, readingInWords, withinSentence } from '../../report/words/words.ts';
import { flaggedIn, isFlagged, type Region, type ScannedFile } from '../formats/format.ts';

/**
 * The findings of a scan in the terms of the language server protocol. Positions are in UTF-16, the protocol's
 * default.
 */

/** VS Code's own limit for a document. */
const maxDiagnostics = 1000;

/** Enough of a sentence to recognise it in a list. */
const maxQuoteUnits = 60;

const source = 'Inkling';

const topOfDocument: Position = { line: 0, character: 0 };

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
} as const;

/** VS Code's ids for languages that other editors name differently, for files whose names don't show the language. */
const otherNames: Readonly<Record<string, string>> = {
  text: 'plaintext',
  rst: 'restructuredtext',
  gitcommit: 'git-commit',
  plaintex: 'tex',
  sh: 'shellscript',
  bash: 'shellscript',
  zsh: 'shellscript',
};

/**
 * VS Code's id of the language in which to read a document. The file's name decides first, because editors use
 * their own ids.
 * @param languageId the editor's id.
 * @returns `undefined` for a language that can't be read.
 */
export function languageIdOf(path: string, languageId: string): string | undefined {
  const named = languageOf(path);
  if (named !== 'plaintext' && knownLanguages.includes(named)) return named;
  const known = otherNames[languageId] ?? languageId;
  return [known, named].find((id) => knownLanguages.includes(id));
}

/**
 * One diagnostic for each new sentence that reads like AI, and one at the top for the whole text. There are none if
 * the verdict is uncertain. Problems with ignore comments are warnings.
 * @param scanned `undefined` if the whole document is ignored.
 */
export function diagnosticsOf(
  scanned: ScannedFile | undefined,
  warnings: readonly IgnoreWarning[],
  severity: NonNullable<Config['severity']> = 'information',
): Diagnostic[] {
  return [
    ...(scanned ? findingsOf(scanned, severity) : []),
    ...warnings.map(({ line, problem }) => ({
      range: { start: { line: line - 1, character: 0 }, end: { line, character: 0 } },
      message: problem,
      severity: DiagnosticSeverity.Warning,
      code: 'ignore-comment',
      source,
    })),
  ];
}

/**
 * A diagnostic in the first line with the reason why a document is not scanned, because few people read a server's
 * log.
 * @param problem why and what to do, printed after a colon.
 */
export function problemDiagnostic(problem: string): Diagnostic {
  const range = { start: topOfDocument, end: topOfDocument };
  const severity = DiagnosticSeverity.Information;
  return { range, message: `Not scanned: ${problem}`, severity, code: 'not-scanned', source };
}

function findingsOf(scanned: ScannedFile, severity: NonNullable<Config['severity']>): Diagnostic[] {
  const { result } = scanned.detection;
  const flagged = flaggedIn(scanned);
  if (result.verdict === 'uncertain' || flagged.length === 0) return [];
  const sentences = flagged.slice(0, maxDiagnostics).map(({ text, strength, region }) => ({
    range: rangeOf(region),
    message: `“${excerpt(text, maxQuoteUnits)}”${strength === 'passage' ? ':' : ''} ${readingInWords('ai', strength, english)}`,
    severity: severities[severity],
    code: 'sentence',
    source,
  }));
  if (result.verdict === 'human') return sentences;
  const documentDiagnostic: Diagnostic = {
    range: { start: topOfDocument, end: topOfDocument },
    message: claimWithReach(result, inEnglish),
    severity: DiagnosticSeverity.Information,
    code: 'verdict',
    source,
  };
  return [documentDiagnostic, ...sentences];
}

/**
 * How the sentence at a position reads, how reliable that is, and how the whole document reads. It shows no number,
 * because a number for one sentence would suggest more precision than there is.
 * @returns `null` between sentences.
 */
export function hoverAt(scanned: ScannedFile, position: Position, kind: MarkupKind): Hover | null {
  const { content, detection, segments } = scanned;
  const { result } = detection;
  const index = segments.findIndex((region) => contains(rangeOf(region), position));
  const segment = result.segments[index];
  if (!segment) return null;
  const isMarkdown = kind === MarkupKind.Markdown;
  const plain = (text: string): string => (isMarkdown ? asMarkdown(text) : text);
  const paragraphs: string[] = [];
  if (!unjudgeableReason(result) && isMarkable(content, segment)) {
    const words = wordsOf(content, segment);
    const reasons = ownReasonsIn(content, result.evidence);
    const strength = strengthOfSegment(content, segment, result, reasons);
    const reading = readingInWords(bandIn(result, segment.score), strength, english);
    const headline = plain(capitalised(reading, english.language));
    paragraphs.push(isMarkdown ? `**${headline}**` : headline);
    const own = mainReasons(reasonsWithin(reasons, segment, result));
    if (own.length > 0) {
      const lines = own.map(({ evidence, quotes }) => {
        const side = ` (towards ${evidence.weight > 0 ? 'AI' : 'a person'})`;
        const couldBeEither = bandIn(result, segment.score) === 'uncertain';
        const quoted = quotes.map((quote) => `“${quote}”`).join(', ') || 'Its overall wording';
        return plain(`${quoted}: ${evidence.label}${couldBeEither ? side : ''}`);
      });
      paragraphs.push(lines.join(isMarkdown ? '  \n' : '\n'));
    }
    const around = passageWordsAt(index, (i) => sentenceAt(scanned, i), result);
    paragraphs.push(
      around > words
        ? 'One sentence proves nothing, but the passage reads the same.'
        : 'One sentence proves nothing, and those beside it read differently.',
    );
  }
  paragraphs.push(
    plain(
      `Whole text: ${withinSentence(claimOf(result, english), english)}. ${reachOf(result, inEnglish)}`.trim(),
    ),
    ...limitsOf(result, english).map(plain),
  );
  return { contents: { kind, value: paragraphs.join('\n\n') }, range: rangeOf(segments[index]!) };
}

function sentenceAt({ content, detection }: ScannedFile, index: number) {
  const segment = detection.result.segments[index];
  return (
    segment && {
      score: segment.score,
      words: wordsOf(content, segment),
      isMarkable: isMarkable(content, segment),
      contentStart: segment.start,
    }
  );
}

/** Escapes text for Markdown, but only where needed, because some editors show the escapes. */
function asMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]|~$<>&]/g, '\\$&').replace(/\p{C}+|\s+/gu, ' ');
}

/** The server's commands, each of which writes a file in the folder. The first argument is the document's URI. */
export const commands = { personWrote: 'inkling.personWroteThis', ignoreFile: 'inkling.ignoreFile' } as const;

/** A document as it was scanned. */
export interface ScannedDocument {
  uri: string;
  text: string;
  languageId: string;
  /** Whether the document is a file, so that its folder can store settings for it. */
  isFile: boolean;
  scanned: ScannedFile;
}

/**
 * The actions for a flagged sentence; none rewrites it.
 * @param range of the user's selection; its first flagged sentence counts.
 * @param shown the diagnostics that the client shows there.
 * @param editOf converts an edit of the document to the client's form.
 */
export function codeActionsAt(
  { uri, text, languageId, isFile, scanned }: ScannedDocument,
  range: Range,
  shown: readonly Diagnostic[],
  offsetAt: (position: Position) => number,
  editOf: (edit: TextEdit) => NonNullable<CodeAction['edit']>,
): CodeAction[] {
  const { verdict } = scanned.detection.result;
  const index = scanned.segments.findIndex(
    (region, i) => overlap(rangeOf(region), range) && isFlagged(scanned, i),
  );
  if (index < 0 || verdict === 'uncertain') return [];
  const sentence = rangeOf(scanned.segments[index]!);
  const kind = CodeActionKind.QuickFix;
  const diagnostics = shown.filter((each) => each.source === source && overlap(each.range, sentence));
  const actions: CodeAction[] = [];
  const edit = hasIgnoreComments(languageId)
    ? ignoreEdit(text, languageId, offsetAt(sentence.start))
    : undefined;
  if (edit) {
    const { line, column } = placeFinder(text)(edit.offset);
    const at = { line: line - 1, character: column - 1 };
    const newText = { range: { start: at, end: at }, newText: edit.text };
    actions.push({ title: 'Inkling: Ignore this passage', kind, diagnostics, edit: editOf(newText) });
  }
  const { start } = scanned.detection.result.segments[index]!;
  const passage = scanned.passages.find(({ end }) => end > start);
  if (isFile && passage) {
    actions.push(
      commandAction('Inkling: Mark as human', commands.personWrote, [uri, passage.hash]),
      commandAction('Inkling: Ignore this file', commands.ignoreFile, [uri]),
    );
  }
  return actions;

  function commandAction(title: string, command: string, args: readonly string[]): CodeAction {
    return { title, kind, diagnostics, command: { title, command, arguments: [...args] } };
  }
}

/** Converts positions that count from 1 to positions that count from 0. */
function rangeOf({ line, column, endLine, endColumn }: Region): Range {
  return {
    start: { line: line - 1, character: column - 1 },
    end: { line: endLine - 1, character: endColumn - 1 },
  };
}

function compare(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}

function contains({ start, end }: Range, position: Position): boolean {
  return compare(start, position) <= 0 && compare(position, end) < 0;
}

/** Whether ranges overlap or touch. An empty range is a cursor, which touches the text directly before and after it. */
function overlap(a: Range, b: Range): boolean {
  return compare(a.start, b.end) <= 0 && compare(b.start, a.end) <= 0;
}
