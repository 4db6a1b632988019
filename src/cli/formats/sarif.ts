import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log, Notification, PhysicalLocation, Region, Result } from 'sarif';
import manifest from '../../../package.json' with { type: 'json' };
import type { Verdict } from '../../api/report.ts';
import { claimOf, confidenceOf } from '../../report/model/claim.ts';
import { english } from '../../report/words/en.ts';
import { flaggedIn, placesIn, type Place, type Format, type ScannedFile } from './format.ts';

/** The verdicts that make a result, and the rule that each breaks. */
const ruleIds: Partial<Record<Verdict, string>> = { ai: 'reads-like-ai', mixed: 'parts-read-like-ai' };

const rules = [
  { id: 'reads-like-ai', shortDescription: { text: claimed('ai') } },
  { id: 'parts-read-like-ai', shortDescription: { text: claimed('mixed') } },
].map((rule) => ({
  ...rule,
  // Never a warning of itself: it is evidence, not proof. `--fail-on` decides what stops a pipeline.
  defaultConfiguration: { level: 'note' as const },
  help: { text: 'Evidence for a conversation, not proof. Ask the writer; never accuse on this alone.' },
}));

/**
 * SARIF 2.1.0 for code scanning: a result for each file whose verdict is `ai` or `mixed`, at its first flagged
 * sentence, with the others beside it (https://docs.oasis-open.org/sarif/sarif/v2.1.0/).
 */
export function sarifFormat(): Format {
  const results: Result[] = [];
  const problems: Notification[] = [];
  return {
    scanned: (scanned) => {
      const result = resultOf(scanned);
      if (result) results.push(result);
      return '';
    },
    failed: (file, problem) => {
      problems.push({
        level: 'error',
        message: { text: `${file} ${problem}` },
        locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) } } }],
      });
      return '';
    },
    end: () => `${JSON.stringify(logOf(results, problems), null, 2)}\n`,
  };
}

function logOf(results: Result[], problems: Notification[]): Log {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Inkling', semanticVersion: manifest.version, rules } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: problems.length === 0, toolExecutionNotifications: problems }],
        results,
      },
    ],
  };
}

function resultOf({ file, document, prose, report }: ScannedFile): Result | undefined {
  const { result } = report;
  const ruleId = ruleIds[result.verdict];
  if (ruleId === undefined) return undefined;
  const placeOf = placesIn(document);
  const at = (region?: Region): PhysicalLocation => ({
    artifactLocation: { uri: uriOf(file) },
    ...(region && { region }),
  });
  const places = flaggedIn({ prose, report }).map(({ range, strength }, i) => ({
    id: i,
    physicalLocation: at(regionOf(placeOf(range.start), placeOf(range.end))),
    message: { text: `This sentence reads like AI (${strength}).` },
  }));
  const [first] = places;
  return {
    ruleId,
    level: 'note',
    message: {
      text: `${claimOf(result, english)}. ${confidenceOf(result, english)} Score ${result.score.toFixed(2)}.`,
    },
    locations: [{ physicalLocation: first?.physicalLocation ?? at() }],
    relatedLocations: places,
    rank: Math.round(result.score * 1000) / 10,
  };
}

function regionOf(start: Place, end: Place): Region {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/** A relative reference for a file under the folder of the run, and a `file:` address for any other. */
function uriOf(file: string): string {
  const path = relative(process.cwd(), resolve(file));
  if (isAbsolute(path) || path.split(sep)[0] === '..') return pathToFileURL(file.toWellFormed()).href;
  return path.toWellFormed().split(sep).map(encodeURIComponent).join('/');
}

function claimed(verdict: 'ai' | 'mixed'): string {
  return `${claimOf({ verdict, score: 1, reasons: [] }, english)}.`;
}
