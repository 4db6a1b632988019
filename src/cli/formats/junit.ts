import { claimWithReach } from '../../report/model/claim.ts';
import { english, inEnglish } from '../../report/words/en.ts';
import { pathFromHere } from '../scan/files.ts';
import { flaggedIn, placeInWords, silent, unjudgedInWords, type Format, type ScannedFile } from './format.ts';
import { withoutControls } from '../streams.ts';

/**
 * JUnit XML, with a suite of one test for each file, because a suite's counts must precede its tests and results
 * are written as they come. A test fails if its file fails, so without `--fail-on` or `--threshold` none does.
 */
export function junitFormat(): Format {
  const suite = (
    file: string,
    outcome: 'passed' | 'failures' | 'errors' | 'skipped',
    content: string,
  ): string => {
    const name = escaped(pathFromHere(file));
    const counts = (['failures', 'errors', 'skipped'] as const).map(
      (kind) => `${kind}="${kind === outcome ? 1 : 0}"`,
    );
    return `<testsuite name="${name}" tests="1" ${counts.join(' ')}>\n<testcase classname="inkling" name="${name}">${content}</testcase>\n</testsuite>\n`;
  };
  const skipped = (file: string, why: string): string =>
    suite(file, 'skipped', `<skipped message="${escaped(why)}"/>`);
  return {
    ...silent,
    head: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="inkling">\n',
    scanned: (scanned, failure) => {
      const details = escaped(failureText(scanned));
      if (failure === undefined) return suite(scanned.file, 'passed', `<system-out>${details}</system-out>`);
      const message = escaped(english.verdicts[scanned.detection.result.verdict]);
      return suite(
        scanned.file,
        'failures',
        `<failure message="${message}" type="${escaped(failure)}">${details}</failure>`,
      );
    },
    knownFile: ({ file }) => suite(file, 'passed', '<system-out>No new findings.</system-out>'),
    ignored: (file) => skipped(file.file, `${unjudgedInWords(file)}.`),
    unscanned: ({ file, problem, level }) =>
      level === 'note'
        ? skipped(file, problem)
        : suite(file, 'errors', `<error message="${escaped(problem)}"/>`),
    end: () => '</testsuites>\n',
  };
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
