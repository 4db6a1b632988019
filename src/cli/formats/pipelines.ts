import { createHash } from 'node:crypto';
import { claimWithReach } from '../../report/model/claim.ts';
import { english, inEnglish } from '../../report/words/en.ts';
import { pathFromHere } from '../scan/files.ts';
import { withoutControls } from '../streams.ts';
import {
  flaggedIn,
  hasLines,
  historyNotes,
  placeInWords,
  unjudgedInWords,
  type Format,
  type Level,
  type Region,
  type ScannedFile,
} from './format.ts';
import { jsonArray } from './json.ts';
import { fingerprintOf, ruleIds } from './sarif.ts';

/** The formats that CI servers read: GitHub's annotations, GitLab's code quality reports and JUnit's XML. */

/** A message at one place of a file. */
interface Annotation {
  file: string;
  /** `undefined` if the file has no lines. */
  region: Region | undefined;
  level: Level;
  message: string;
  rule: string;
  fingerprint: string;
}

/** One annotation per file that reads like AI or fails, at its first such sentence, because sites show only a few. */
function annotationOf(scanned: ScannedFile, level: Level, failure?: string): Annotation | undefined {
  const { file, detection } = scanned;
  const { result } = detection;
  const rule = ruleIds[result.verdict] ?? (failure === undefined ? undefined : 'above-threshold');
  if (rule === undefined) return undefined;
  const first = flaggedIn(scanned).at(0);
  const region = first?.region;
  const sentences = [
    claimWithReach(result, inEnglish),
    ...(failure === undefined ? [] : [`Fails: ${failure}.`]),
    ...historyNotes(result),
    ...(region && !hasLines(region) ? [`First at ${placeInWords(region)}.`] : []),
  ];
  return {
    file: pathFromHere(file),
    region: region && hasLines(region) ? region : undefined,
    level: failure === undefined ? level : 'error',
    message: sentences.join(' '),
    rule,
    fingerprint: fingerprintOf(rule, first),
  };
}

/** Prints the annotations of files that read like AI, fail or can't be scanned. */
function annotations(print: (annotation: Annotation) => string, level: Level): Format {
  return {
    scanned: (scanned, failure) => {
      const annotation = annotationOf(scanned, level, failure);
      return annotation ? print(annotation) : '';
    },
    unscanned: ({ file, problem, level: severity }) => {
      if (severity === 'note') return '';
      const rule = 'not-scanned';
      const message = `Not scanned: ${problem}`;
      const fingerprint = fingerprintOf(rule, undefined);
      return print({
        file: pathFromHere(file),
        region: undefined,
        level: 'error',
        message,
        rule,
        fingerprint,
      });
    },
  };
}

/** GitHub workflow commands, which appear at the lines of a pull request. */
export function githubFormat({ level }: { level: Level }): Format {
  return annotations(workflowCommand, level);
}

function workflowCommand({ file, region, level, message }: Annotation): string {
  const place = region
    ? `,line=${region.line},col=${region.column},endLine=${region.endLine},endColumn=${region.endColumn}`
    : '';
  const kind = level === 'note' ? 'notice' : level;
  return `::${kind} file=${escapeProperty(file)}${place},title=Inkling::${escapeMessage(message)}\n`;
}

/** Escapes a command's message like GitHub's toolkit. */
function escapeMessage(text: string): string {
  return withoutControls(text).replaceAll('%', '%25');
}

function escapeProperty(text: string): string {
  return text
    .toWellFormed()
    .replace(/[%\r\n:,]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

const severities: Record<Level, string> = { note: 'info', warning: 'minor', error: 'major' };

/** A code quality report for GitLab's merge requests. */
export function gitlabFormat({ level }: { level: Level }): Format {
  return { ...annotations(codeQualityIssue, level), ...jsonArray };
}

function codeQualityIssue({ file, region, level, message, rule, fingerprint }: Annotation): string {
  const fields = {
    check_name: rule,
    description: withoutControls(message),
    // GitLab requires a unique fingerprint per finding.
    fingerprint: createHash('sha256').update(`${file} ${fingerprint}`).digest('hex'),
    severity: severities[level],
    location: { path: file.toWellFormed(), lines: { begin: region?.line ?? 1 } },
  };
  return `\n${JSON.stringify(fields, null, 2)}`;
}

/**
 * JUnit XML, with a suite of one test for each file, because a suite's counts must precede its tests and results
 * are written as they come. A test fails if its file fails, so without `--fail-on` or `--threshold` none does.
 */
export const junitFormat: Format = {
  head: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="inkling">\n',
  scanned: (scanned, failure) => {
    const { file, detection } = scanned;
    const details = escaped(failureText(scanned));
    if (failure === undefined) return suite(file, 'passed', `<system-out>${details}</system-out>`);
    const message = escaped(english.verdicts[detection.result.verdict]);
    const element = `<failure message="${message}" type="${escaped(failure)}">${details}</failure>`;
    return suite(file, 'failures', element);
  },
  knownFile: ({ file }) => suite(file, 'passed', '<system-out>No new findings.</system-out>'),
  ignored: (file) => skippedSuite(file.file, `${unjudgedInWords(file)}.`),
  unscanned: ({ file, problem, level }) =>
    level === 'note'
      ? skippedSuite(file, problem)
      : suite(file, 'errors', `<error message="${escaped(problem)}"/>`),
  end: () => '</testsuites>\n',
};

function suite(file: string, outcome: 'passed' | 'failures' | 'errors' | 'skipped', content: string): string {
  const name = escaped(pathFromHere(file));
  const counts = ['failures', 'errors', 'skipped'].map((kind) => `${kind}="${kind === outcome ? 1 : 0}"`);
  return `<testsuite name="${name}" tests="1" ${counts.join(' ')}>\n<testcase classname="inkling" name="${name}">${content}</testcase>\n</testsuite>\n`;
}

function skippedSuite(file: string, why: string): string {
  return suite(file, 'skipped', `<skipped message="${escaped(why)}"/>`);
}

/** The claim, and the places that read like AI; quotes none of the text. */
function failureText(scanned: ScannedFile): string {
  const places = [...new Set(flaggedIn(scanned).map(({ region }) => placeInWords(region)))];
  const listed = places.length > 0 ? [`Reads like AI at: ${places.join(', ')}.`] : [];
  return [claimWithReach(scanned.detection.result, inEnglish), ...listed].join(' ');
}

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return withoutControls(text.toWellFormed()).replace(/[&<>"]/g, (sign) => references[sign]!);
}
