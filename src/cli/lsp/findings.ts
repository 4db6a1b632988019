import {
  CodeActionKind,
  Command,
  Diagnostic,
  DiagnosticSeverity,
  MarkupKind,
  Range,
  TextEdit,
  type CodeAction,
  type CodeActionParams,
  type Hover,
  type Position,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { bandIn } from '../../api/bands.ts';
import type { Severity } from '../../scan/rules.ts';
import { hasIgnoreComments, knownLanguages, languageOf } from '../../prose/languageOf.ts';
import { ignoreEdit } from '../../prose/ignoreEdit.ts';
import { claimOf, claimWithReach, reachOf } from '../../report/model/claim.ts';
import { unjudgeableReason } from '../../report/model/noVerdict.ts';
import {
  isMarkable,
  mainReasons,
  ownReasonsIn,
  passageWordsAt,
  reasonsWithin,
  strengthOfSegment,
  segmentWordCount,
} from '../../report/model/sentenceMarks.ts';
import { excerpt } from '../../report/model/sentences.ts';
import { english, inEnglish } from '../../report/words/en.ts';
import { capitalised, limitsOf, sentenceVerdictText, withinSentence } from '../../report/words/words.ts';
import {
  flaggedIn,
  isFlagged,
  passageBySegment,
  type JudgedText,
  type Region,
  type ScannedFile,
} from '../formats/format.ts';
import type { Outcome } from '../scan/scanFile.ts';

/** A scan's findings in the terms of the language server protocol. Positions are in UTF-16, its default. */

/** VS Code's own limit for a document. */
const maxDiagnostics = 1000;

/** Enough of a sentence to recognise it in a list. */
const maxQuoteUnits = 60;

const source = 'Inkling';

const topOfDocument = Range.create(0, 0, 0, 0);

const severities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

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
 * VS Code's id of the language in which to read a document; `undefined` if it can't be read. The file's name decides
 * first, because editors use their own ids.
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
 */
export function diagnosticsOf(outcome: Outcome, severity: Severity = 'information'): Diagnostic[] {
  if (outcome.kind === 'problem') return outcome.hasNoProse ? [] : [problemDiagnostic(outcome.problem)];
  const warnings = outcome.warnings.map(({ line, problem }) => {
    const range = Range.create(line - 1, 0, line, 0);
    return Diagnostic.create(range, problem, DiagnosticSeverity.Warning, 'ignore-comment', source);
  });
  return [...(outcome.kind === 'scanned' ? findingsOf(outcome, severity) : []), ...warnings];
}

/**
 * Says in the first line why a document is not scanned, because few people read a server's log.
 * @param problem why and what to do, printed after a colon.
 */
export function problemDiagnostic(problem: string): Diagnostic {
  const message = `Not scanned: ${problem}`;
  return Diagnostic.create(topOfDocument, message, DiagnosticSeverity.Information, 'not-scanned', source);
}

function findingsOf(scanned: JudgedText, severity: Severity): Diagnostic[] {
  const { result } = scanned.detection;
  const flagged = flaggedIn(scanned);
  if (result.verdict === 'uncertain' || flagged.length === 0) return [];
  const sentences = flagged.slice(0, maxDiagnostics).map(({ text, strength, region }) => {
    const message = `“${excerpt(text, maxQuoteUnits)}”${strength === 'passage' ? ':' : ''} ${sentenceVerdictText('ai', strength, english)}`;
    return Diagnostic.create(rangeOf(region), message, severities[severity], 'sentence', source);
  });
  if (result.verdict === 'human') return sentences;
  const claim = claimWithReach(result, inEnglish);
  return [
    Diagnostic.create(topOfDocument, claim, DiagnosticSeverity.Information, 'verdict', source),
    ...sentences,
  ];
}

/**
 * How the sentence at a position reads, how reliable that is, and how the whole document reads. It shows no number,
 * because a number for one sentence would suggest more precision than there is.
 * @returns `null` between sentences.
 */
export function hoverAt(scanned: JudgedText, position: Position, kind: MarkupKind): Hover | null {
  const { content, detection, segments } = scanned;
  const { result } = detection;
  const index = segments.findIndex((region) => contains(rangeOf(region), position));
  const segment = result.segments[index];
  if (!segment) return null;
  const isMarkdown = kind === MarkupKind.Markdown;
  const plain = (text: string): string => (isMarkdown ? asMarkdown(text) : text);
  const paragraphs: string[] = [];
  if (!unjudgeableReason(result) && isMarkable(content, segment)) {
    const band = bandIn(result, segment.score);
    const reasons = ownReasonsIn(content, result.evidence);
    const strength = strengthOfSegment(content, segment, result, reasons);
    const headline = plain(capitalised(sentenceVerdictText(band, strength, english), english.language));
    paragraphs.push(isMarkdown ? `**${headline}**` : headline);
    const own = mainReasons(reasonsWithin(reasons, segment, result)).map(({ evidence, quotes }) => {
      const side = band === 'uncertain' ? ` (towards ${evidence.weight > 0 ? 'AI' : 'a person'})` : '';
      const quoted = quotes.map((quote) => `“${quote}”`).join(', ') || 'Its overall wording';
      return plain(`${quoted}: ${evidence.label}${side}`);
    });
    if (own.length > 0) paragraphs.push(own.join(isMarkdown ? '  \n' : '\n'));
    const around = passageWordsAt(index, (i) => sentenceAt(scanned, i), result);
    paragraphs.push(
      around > segmentWordCount(content, segment)
        ? 'One sentence proves nothing, but the passage reads the same.'
        : 'One sentence proves nothing, and those beside it read differently.',
    );
  }
  const claim = `Whole text: ${withinSentence(claimOf(result, english), english)}. ${reachOf(result, inEnglish)}`;
  paragraphs.push(...[claim.trim(), ...limitsOf(result, english)].map(plain));
  return { contents: { kind, value: paragraphs.join('\n\n') }, range: rangeOf(segments[index]!) };
}

function sentenceAt({ content, detection }: JudgedText, index: number) {
  const segment = detection.result.segments[index];
  return (
    segment && {
      score: segment.score,
      words: segmentWordCount(content, segment),
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

/** A document's last scan, with the version and language that were scanned. */
export interface LastScan {
  version: number;
  /** VS Code's id of the language. */
  languageId: string;
  scanned: ScannedFile;
}

/**
 * The actions for the first flagged sentence in the user's selection; none rewrites it.
 * @param canWriteRules whether the document is a file whose folder can store settings for it.
 * @param supportsVersions whether the client can limit an edit to one version of a document.
 */
export function codeActionsAt(
  document: TextDocument,
  { languageId, scanned }: LastScan,
  { range, context }: Pick<CodeActionParams, 'range' | 'context'>,
  { canWriteRules, supportsVersions }: { canWriteRules: boolean; supportsVersions: boolean },
): CodeAction[] {
  const index = scanned.segments.findIndex(
    (region, i) => overlap(rangeOf(region), range) && isFlagged(scanned, i),
  );
  if (index < 0 || scanned.detection.result.verdict === 'uncertain') return [];
  const { uri, version } = document;
  const sentence = rangeOf(scanned.segments[index]!);
  const kind = CodeActionKind.QuickFix;
  const diagnostics = context.diagnostics.filter(
    (each) => each.source === source && overlap(each.range, sentence),
  );
  const actions: CodeAction[] = [];
  const comment = hasIgnoreComments(languageId)
    ? ignoreEdit(document.getText(), languageId, document.offsetAt(sentence.start))
    : undefined;
  if (comment) {
    const edits = [TextEdit.insert(document.positionAt(comment.offset), comment.text)];
    const edit = supportsVersions
      ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
      : { changes: { [uri]: edits } };
    actions.push({ title: 'Inkling: Ignore this passage', kind, diagnostics, edit });
  }
  const passage = passageBySegment(scanned)[index];
  if (canWriteRules && passage) {
    const offer = (title: string, command: string, ...args: string[]): void => {
      actions.push({ title, kind, diagnostics, command: Command.create(title, command, uri, ...args) });
    };
    offer('Inkling: Mark as human', commands.personWrote, passage.hash);
    offer('Inkling: Ignore this file', commands.ignoreFile);
  }
  return actions;
}

/** Converts positions that count from 1 to positions that count from 0. */
function rangeOf({ line, column, endLine, endColumn }: Region): Range {
  return Range.create(line - 1, column - 1, endLine - 1, endColumn - 1);
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
