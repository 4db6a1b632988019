import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Notification, PhysicalLocation, Result } from 'sarif';
import manifest from '../../../package.json' with { type: 'json' };
import type { Result as Verdicts, Verdict } from '../../api/report.ts';
import { claimOf, claimWithReach } from '../../report/model/claim.ts';
import { strongestFirst, type SentenceStrength } from '../../report/model/sentenceMarks.ts';
import { english, inEnglish } from '../../report/words/en.ts';
import { capitalised, sentenceVerdictText } from '../../report/words/words.ts';
import { pathFromHere } from '../scan/files.ts';
import {
  flaggedIn,
  hasLines,
  historyNotes,
  placeInWords,
  type FileResult,
  type FlaggedSentence,
  type Format,
  type Level,
  type Problem,
  type Region,
  type ScannedFile,
} from './format.ts';

/** The verdicts that create a result, and the rule for each. */
export const ruleIds: Partial<Record<Verdict, string>> = { ai: 'reads-like-ai', mixed: 'parts-read-like-ai' };
const ruleNames = { ai: 'ReadsLikeAi', mixed: 'PartsReadLikeAi' };

const rules = (['ai', 'mixed'] as const).map((verdict) => ({
  id: ruleIds[verdict],
  name: ruleNames[verdict],
  shortDescription: { text: `${claimOf({ verdict, score: 1, reasons: [] }, english)}.` },
  helpUri: `${manifest.repository.url.replace(/\.git$/, '')}/blob/main/docs/verdicts.md`,
  // By default not a warning, because it is evidence, not proof. `--fail-on` decides what stops a pipeline.
  defaultConfiguration: { level: 'note' },
  help: {
    text: 'Evidence for a conversation, not proof. Ask the writer; never accuse anyone because of this alone.',
  },
}));

const tool = { driver: { name: 'Inkling', semanticVersion: manifest.version, rules } };

/** The part of a log before its results. */
const head = `{
"$schema": "https://json.schemastore.org/sarif-2.1.0.json",
"version": "2.1.0",
"runs": [{
"tool": ${JSON.stringify(tool, null, 2)},
"columnKind": "utf16CodeUnits",
"results": [
`;

/** The most flagged sentences listed beside a result's first one, because viewers show no more. */
const maxRelated = 10;

/**
 * SARIF 2.1.0 for code scanning (https://docs.oasis-open.org/sarif/sarif/v2.1.0/). Each file whose verdict is `ai`
 * or `mixed` has a result at its first flagged sentence, with the strongest others as related locations. The log is
 * written in pieces, because a run may be long.
 */
export function sarifFormat({ level, suppressions }: { level: Level; suppressions: boolean }): Format {
  const between = ',\n';
  const resultsInJson = (...results: (Result | undefined)[]): string =>
    results
      .filter((result) => result !== undefined)
      .map((result) => JSON.stringify({ ...result, level }, null, 2))
      .join(between);
  const unreported = (scanned: ScannedFile): (Result | undefined)[] => [
    suppressions ? knownResult(scanned) : undefined,
    ignoredResult(scanned),
  ];
  return {
    head,
    between,
    scanned: (scanned) => {
      const result = resultOf(scanned.file, scanned.detection.result, flaggedIn(scanned));
      return resultsInJson(result, ...unreported(scanned));
    },
    knownFile: (scanned) => resultsInJson(...unreported(scanned)),
    ignored: (file) => resultsInJson(ignoredResult(file)),
    // Files without a result are reported as notifications at the end.
    end: ({ totals: { people: ignored, history }, problems }) => {
      const invocation = {
        executionSuccessful: problems.every(({ level: severity }) => severity !== 'error'),
        toolExecutionNotifications: problems.map(notificationOf),
      };
      return `\n],\n"invocations": ${JSON.stringify([invocation], null, 2)},\n"properties": ${JSON.stringify({ ignored, history })}\n}]}\n`;
    },
  };
}

/** The suppressed result for passages in the baseline. */
function knownResult(scanned: ScannedFile): Result | undefined {
  const flagged = flaggedIn(scanned, 'baseline');
  const result = flagged.length > 0 ? resultOf(scanned.file, scanned.detection.result, flagged) : undefined;
  return (
    result && {
      ...result,
      baselineState: 'unchanged',
      suppressions: [{ kind: 'external', justification: 'This passage is in the baseline.' }],
    }
  );
}

/** The suppressed result for ignored passages. */
function ignoredResult({ file, suppressed, ignored }: FileResult): Result | undefined {
  const result = suppressed && resultOf(file, suppressed.result, suppressed.flagged);
  if (!result) return undefined;
  const byKind = Map.groupBy(ignored, ({ by }) => by);
  return {
    ...result,
    suppressions: [...byKind].map(([by, passages]) => {
      const reasons = new Set(passages.flatMap(({ reason }) => reason ?? []));
      const justification = [...reasons].join('; ');
      return {
        kind: by === 'comment' ? 'inSource' : 'external',
        ...(justification !== '' && { justification }),
      };
    }),
  };
}

function notificationOf({ file, problem, line, level }: Problem): Notification {
  const region = line !== undefined && { region: { startLine: line } };
  const text = line === undefined ? `${file}: ${problem}` : problem;
  return {
    level,
    message: { text },
    locations: [{ physicalLocation: { ...locationOf(file), ...region } }],
  };
}

/** @param flagged the file's reported sentences. */
function resultOf(file: string, result: Verdicts, flagged: readonly FlaggedSentence[]): Result | undefined {
  const ruleId = ruleIds[result.verdict];
  if (ruleId === undefined) return undefined;
  const [first, ...others] = flagged;
  const strongest = others.toSorted(strongestFirst).slice(0, maxRelated);
  return {
    ruleId,
    message: { text: [claimWithReach(result, inEnglish), ...historyNotes(result)].join(' ') },
    locations: [{ physicalLocation: locationOf(file, first?.region) }],
    relatedLocations: others
      .filter((each) => strongest.includes(each))
      .map(({ region, strength }, i) => ({
        id: i + 1,
        physicalLocation: locationOf(file, region),
        message: {
          text: `${sentenceInWords(strength)}${hasLines(region) ? '' : `, ${placeInWords(region)}`}.`,
        },
      })),
    partialFingerprints: { 'flaggedWords/v1': fingerprintOf(ruleId, first) },
    rank: Math.round(result.score * 1000) / 10,
  };
}

function sentenceInWords(strength: SentenceStrength): string {
  const reads = sentenceVerdictText('ai', strength, english);
  return strength === 'passage' ? capitalised(reads, 'en') : `This sentence ${reads}`;
}

/** Identifies a finding by its words, so that it stays the same when the sentence moves or is wrapped differently. */
export function fingerprintOf(ruleId: string, first: FlaggedSentence | undefined): string {
  const words = first?.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return createHash('sha256')
    .update([ruleId, ...words].join(' '))
    .digest('hex')
    .slice(0, 32);
}

function locationOf(file: string, region?: Region): PhysicalLocation {
  const artifactLocation = { uri: uriOf(file) };
  // SARIF only supports lines; the message names a page or paragraph.
  if (!region || !hasLines(region)) return { artifactLocation };
  const { line: startLine, column: startColumn, endLine, endColumn } = region;
  return { artifactLocation, region: { startLine, startColumn, endLine, endColumn } };
}

/** A relative reference for a file in the working folder, otherwise a `file:` address. */
function uriOf(file: string): string {
  const path = pathFromHere(file).toWellFormed();
  return isAbsolute(path) ? pathToFileURL(path).href : path.split('/').map(encodeURIComponent).join('/');
}
