import { createHash } from 'node:crypto';
import { claimWithReach } from '../../report/model/claim.ts';
import { inEnglish } from '../../report/words/en.ts';
import {
  flaggedIn,
  hasLines,
  historyNotes,
  pathFromHere,
  placeInWords,
  type FlaggedSentence,
  type Format,
  type Region,
  type ScannedFile,
} from './format.ts';
import { fingerprintOf, ruleIds, type Level } from './sarif.ts';
import { withoutControls } from './text.ts';

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
  const [first]: FlaggedSentence[] = flaggedIn(scanned);
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

function problemOf(file: string, problem: string): Annotation {
  return {
    file: pathFromHere(file),
    region: undefined,
    level: 'error',
    message: `Not scanned: ${problem}`,
    rule: 'not-scanned',
    fingerprint: fingerprintOf('not-scanned', undefined),
  };
}

/** Prints the annotations of files that read like AI, fail or can't be scanned. */
function annotations(
  print: (annotation: Annotation) => string,
  level: Level,
): Omit<Format, 'head' | 'between' | 'end'> {
  return {
    scanned: (scanned, failure) => {
      const annotation = annotationOf(scanned, level, failure);
      return annotation ? print(annotation) : '';
    },
    knownFile: () => '',
    ignored: () => '',
    unscanned: ({ file, problem, isSkipped }) => (isSkipped ? '' : print(problemOf(file, problem))),
  };
}

/** GitHub workflow commands, which appear at the lines of a pull request. */
export function githubFormat(level: Level): Format {
  const workflowCommand = ({ file, region, level: grade, message }: Annotation): string => {
    const place = region
      ? `,line=${region.line},col=${region.column},endLine=${region.endLine},endColumn=${region.endColumn}`
      : '';
    const kind = grade === 'note' ? 'notice' : grade;
    return `::${kind} file=${escapeProperty(file)}${place},title=Inkling::${escapeMessage(message)}\n`;
  };
  return { head: '', between: '', ...annotations(workflowCommand, level), end: () => '' };
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
export function gitlabFormat(level: Level): Format {
  const issue = ({ file, region, level: grade, message, rule, fingerprint }: Annotation): string =>
    JSON.stringify(
      {
        check_name: rule,
        description: withoutControls(message),
        // GitLab requires a unique fingerprint per finding.
        fingerprint: createHash('sha256').update(`${file} ${fingerprint}`).digest('hex'),
        severity: severities[grade],
        location: { path: file.toWellFormed(), lines: { begin: region?.line ?? 1 } },
      },
      null,
      2,
    );
  return {
    head: '[\n',
    between: ',\n',
    ...annotations(issue, level),
    end: ({ hasTexts }) => (hasTexts ? '\n]\n' : '[]\n'),
  };
}
