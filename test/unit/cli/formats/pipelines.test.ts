import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../../../src/api/report.ts';
import { placesIn, type Format, type ScannedFile } from '../../../../src/cli/formats/format.ts';
import { githubFormat, gitlabFormat, junitFormat } from '../../../../src/cli/formats/pipelines.ts';
import { sarifFormat } from '../../../../src/cli/formats/sarif.ts';
import { csvFormat } from '../../../../src/cli/formats/tables.ts';
import { isResults } from '../../../../src/cli/scan/output.ts';
import { csvHead, csvRows, csvTable, sectionsOf } from '../../../../src/report/formats/csv.ts';
import { inEnglish } from '../../../../src/report/words/en.ts';
import { german } from '../../../../src/report/words/de.ts';
import { root } from '../../../rig/paths.ts';
import { aiReport, humanReport, tooShortReport, withAlarms } from '../../report/samples.ts';

function scannedOf({ content, result, ...counts }: Report, file = 'a.md'): ScannedFile {
  const regionOf = placesIn({ document: content });
  return {
    ...{ kind: 'scanned', file, content, passages: [], known: [], ignored: [] },
    ...{ hashes: [], warnings: [], hasNoHistory: false },
    detection: { result, ...counts },
    segments: result.segments.map(regionOf),
    evidence: result.evidence.map(({ spans }) => spans.map(regionOf)),
  };
}

const github = githubFormat({ level: 'note' });
const gitlab = gitlabFormat({ level: 'note' });
const all = { totals: { people: none(), history: none() }, problems: [], skipped: [] };
function none() {
  return { words: 0, passages: 0 };
}
const gone = { file: 'gone.md', problem: 'no matching file.', level: 'error' } as const;

describe('what a pipeline is handed', () => {
  it('leads from a result in SARIF to a page and heading that exist', () => {
    const { head = '' } = sarifFormat({ level: 'note', suppressions: false });
    const links = [...head.matchAll(/"helpUri": "[^"]*\/blob\/main\/([^"#]+)#?([^"]*)"/g)];
    assert.equal(links.length, 2);
    for (const [, path = '', anchor = ''] of links) {
      const headings = readFileSync(join(root, path), 'utf8').match(/^#+ .*/gm) ?? [];
      const anchors = headings.map((heading) =>
        heading.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'),
      );
      assert.ok(['', ...anchors].includes(anchor), `${path}#${anchor}`);
    }
  });

  it('is an annotation at a line in GitHub, which no name or text can make another command of', () => {
    assert.match(
      github.scanned(scannedOf(aiReport())),
      /^::notice file=a\.md,line=1,col=1,endLine=1,endColumn=\d+,title=Inkling::This text reads like AI\./,
    );
    assert.match(github.scanned(scannedOf(aiReport()), 'ai'), /^::error file=.*Fails: ai\.\n$/);
    assert.equal(github.scanned(scannedOf(humanReport())), '');
    const hostile = github.scanned(scannedOf(aiReport(), 'a,b:%\n::error::x.md'));
    assert.match(hostile, /^::notice file=a%2Cb%3A%25%0A%3A%3Aerror%3A%3Ax\.md,line=1/);
    assert.equal(hostile.trimEnd().split('\n').length, 1);
    assert.equal(
      github.unscanned?.(gone),
      '::error file=gone.md,title=Inkling::Not scanned: no matching file.\n',
    );
    assert.equal(github.unscanned({ ...gone, level: 'note' }), '');
  });

  it('is GitLab’s code quality report, in which each finding has its own fingerprint', () => {
    const texts = [
      gitlab.scanned(scannedOf(aiReport())),
      gitlab.scanned(scannedOf(aiReport(), 'b.md')),
      gitlab.unscanned?.(gone),
    ];
    const issues = JSON.parse(
      [gitlab.head, texts.join(gitlab.between), gitlab.end?.({ ...all, hasTexts: true })].join(''),
    ) as {
      fingerprint: string;
      severity: string;
      location: { path: string; lines: { begin: number } };
    }[];
    assert.deepEqual(
      issues.map(({ severity, location }) => [severity, location.path, location.lines.begin]),
      [
        ['info', 'a.md', 1],
        ['info', 'b.md', 1],
        ['major', 'gone.md', 1],
      ],
    );
    assert.equal(new Set(issues.map(({ fingerprint }) => fingerprint)).size, 3);
    assert.equal(gitlab.scanned(scannedOf(humanReport())), '');
    assert.equal([gitlab.head, gitlab.end?.({ ...all, hasTexts: false })].join(''), '[]\n');
  });

  it('is JUnit’s XML, which fails where the exit code does', () => {
    const suites = [
      junitFormat.scanned(scannedOf(aiReport(), 'a<"&.md')),
      junitFormat.scanned(scannedOf(aiReport()), 'ai'),
      junitFormat.unscanned?.(gone),
      junitFormat.unscanned?.({ ...gone, level: 'note' }),
    ];
    const counts = suites.map((suite) =>
      /failures="(\d)" errors="(\d)" skipped="(\d)"/.exec(suite ?? '')?.slice(1),
    );
    assert.deepEqual(
      counts.map((each) => each?.join('')),
      ['000', '100', '010', '001'],
    );
    assert.match(suites[0]!, /^<testsuite name="a&lt;&quot;&amp;\.md" tests="1"/);
    assert.match(suites[1]!, /<failure message="Reads like AI" type="ai">This text reads like AI\./);
    assert.equal(junitFormat.end?.({ ...all, hasTexts: false }), '</testsuites>\n');
  });

  it('is recognised as results, so that the next scan may overwrite them', () => {
    const formats: Format[] = [github, gitlab, junitFormat, csvFormat];
    for (const format of formats) {
      const text = (format.head ?? '') + format.scanned(scannedOf(aiReport()));
      assert.ok(isResults(text), text);
    }
  });
});

describe('a table of many texts', () => {
  const judged = (report: Report) => ({ words: report.words, result: report.result });
  const rows = (file: Parameters<typeof csvRows>[0]): string[] => csvRows(file, inEnglish).split('\r\n');

  it('has words, verdict and number of a file, and each section with its own verdict', () => {
    const sections = [
      { heading: undefined, ...judged(humanReport()) },
      { heading: 'Methods, “old”', ...judged(tooShortReport()) },
    ];
    const known = withAlarms(aiReport(), { per_1000: 3 });
    const [file = '', first = '', second = '', ...rest] = rows({
      ...{ file: 'a/b.md', sections, notes: [], ...judged(known) },
    });
    assert.match(file, /^"a\/b\.md","","94","Reads like AI","3","Evidence for a conversation, not proof/);
    assert.match(first, /^"a\/b\.md","\(before the first heading\)","\d+","Reads like a person","/);
    assert.match(second, /^"a\/b\.md","Methods, “old”","\d+","Unclear: This text is too short to judge",""/);
    assert.deepEqual(rest, ['']);
  });

  it('warns in each row against grading anyone, in English and German', () => {
    for (const row of rows({ file: 'a', problem: 'no prose' }).filter(Boolean)) {
      assert.match(row, /not use it to grade/);
    }
    const german_ = { words: german, locale: 'de' };
    assert.match(csvRows({ file: 'a', problem: 'b' }, german_), /nicht für Noten/);
    assert.match(csvHead(german_), /^\uFEFF"Datei","Abschnitt"/);
  });

  it('is ordered by path and never by suspicion', () => {
    const files = ['b.md', 'a.md', 'c.md'].map((file, i) => ({
      ...{ file, sections: [], notes: [], ...judged([humanReport(), aiReport(), tooShortReport()][i]!) },
    }));
    const listed = [...csvTable(files, inEnglish).matchAll(/^"(\w\.md)"/gm)].map(([, file]) => file);
    assert.deepEqual(listed, ['a.md', 'b.md', 'c.md']);
  });

  it('contains no cell that a spreadsheet would evaluate as a formula', () => {
    const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r\n=1', '＝1', ' =HYPERLINK("x")', '|"=1"'];
    for (const heading of hostile) {
      const section = { heading, ...judged(humanReport()) };
      const text = csvRows(
        { file: heading, sections: [section], notes: [], ...judged(humanReport()) },
        inEnglish,
      );
      for (const [, cell = ''] of text.matchAll(/"((?:[^"]|"")*)"/g)) {
        assert.doesNotMatch(cell, /^\s*[=+\-@＝]/, heading);
      }
      assert.equal(text.split('\r\n').length, 3, 'one line each');
    }
    assert.match(csvRows({ file: '=a.md', problem: 'x' }, inEnglish), /^"\.\/=a\.md"/);
  });
});

describe('the sections of a text', () => {
  it('begin at short lines that end no sentence, and a heading alone is none', () => {
    const text =
      'An abstract of some length stands here.\n\nIntroduction\n\nIt rained. Nobody minded.\n\nMore rain.\n\nEmpty part\n\nResults of 2020\n\n- one\n- two\n';
    assert.deepEqual(
      sectionsOf(text).map(({ heading, start, end }) => [heading, text.slice(start, end).trimEnd()]),
      [
        [undefined, 'An abstract of some length stands here.'],
        ['Introduction', 'Introduction\n\nIt rained. Nobody minded.\n\nMore rain.'],
        ['Results of 2020', 'Results of 2020\n\n- one\n- two'],
      ],
    );
    assert.deepEqual(sectionsOf('One heading\n\nA text without another.'), []);
  });
});
