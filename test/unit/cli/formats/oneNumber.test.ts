import assert from 'node:assert/strict';
import type { Report } from '../../../../src/api/report.ts';
import { placesIn, type Format, type ScannedFile } from '../../../../src/cli/formats/format.ts';
import { jsonFormat } from '../../../../src/cli/formats/json.ts';
import { isResults } from '../../../../src/cli/scan/output.ts';
import { sarifFormat } from '../../../../src/cli/formats/sarif.ts';
import { markdownFormat } from '../../../../src/cli/formats/tables.ts';
import { textFormat, type TextOptions } from '../../../../src/cli/formats/text.ts';
import { aiReport, mixedReport, tooShortReport, withAlarms, withOwnScores } from '../../report/samples.ts';

function scannedOf({ content, result, words, characters, sentences, language, model }: Report): ScannedFile {
  const regionOf = placesIn({ document: content });
  return {
    ...{ kind: 'scanned', file: 'a.md', hashes: [], warnings: [], hasNoHistory: false },
    content,
    detection: { result, words, characters, sentences, language, model },
    segments: result.segments.map(regionOf),
    evidence: result.evidence.map(({ spans }) => spans.map(regionOf)),
    passages: [],
    known: [],
    ignored: [],
  };
}

const options: TextOptions = { isStyled: false, verbose: true };
const plain: Format = textFormat(options);
const text = (report: Report): string => plain.scanned(scannedOf(report));
const sarif = (report: Report): string =>
  sarifFormat({ level: 'note', suppressions: false }).scanned(scannedOf(report));
const row = (report: Report): string => markdownFormat.scanned(scannedOf(report));

const known = withAlarms(aiReport(), { per_1000: 3 });
const number = 'Of 1,000 human-written texts of the same kind and length, 3 score as high.';
const isNot = 'This is not the chance that a person wrote this text.';

describe('what the command line prints of a result', () => {
  it('is one number in text, with its meaning and basis; score and confidence come last', () => {
    const lines = text(known).split('\n');
    assert.equal(lines[0], `a.md:1:1: This text reads like AI. ${number}`);
    assert.equal(
      lines[4],
      `  ${isNot} Measured on 2,614 human-written texts that the model was not trained on: essays, 60 to 150 words.`,
    );
    assert.match(
      lines.at(-2) ?? '',
      /^ {2}94 words, .*, model inkling-en 1\.0, score 0\.97, confidence high$/,
    );
  });

  it('has no gap where the number is not known', () => {
    for (const report of [aiReport(), mixedReport(), withAlarms(mixedReport()), withAlarms(tooShortReport())])
      assert.doesNotMatch(text(report) + row(report) + sarif(report), /undefined|1,000|^ *$(?!\n?$)/m);
    assert.match(text(aiReport()), /^a\.md:1:1: This text reads like AI\.\na\.md:\d+:\d+: reads like AI/);
    assert.doesNotMatch(text(tooShortReport()), /score|confidence/);
  });

  it('is cut to the width of the terminal, sentences and reasons', () => {
    const narrow = textFormat({ isStyled: false, width: 60, explain: true });
    const lines = narrow.scanned(scannedOf(known)).split('\n');
    const cut = lines.filter((line) => /^a\.md:\d+:\d+: reads|^ {4}/.test(line));
    assert.ok(cut.length > 4 && cut.some((line) => line.endsWith('…') || line.endsWith('…”')));
    for (const line of cut) assert.ok(line.length <= 60, line);
  });

  it('names the sentences first whose own words read most like AI', () => {
    const listed = text(withOwnScores(known, [0.1, 0.1, 0.9, 0.1, 0.7, 0.1, 0.9]));
    const strengths = [...listed.matchAll(/^a\.md:\d+:\d+: reads like AI \((\w+)\)/gm)].map(
      ([, strength]) => strength,
    );
    assert.deepEqual(strengths, ['strong', 'strong', 'moderate']);
  });

  it('is the number in a table, short', () => {
    assert.match(row(known), /^\| a\.md \| Reads like AI \| 3 \| line 1/);
    assert.match(row(withAlarms(aiReport())), /\| at most 1 \|/);
    assert.match(row(withAlarms(aiReport(), { per_1000: null })), /\| too few measured \|/);
    assert.match(row(aiReport()), /\| Reads like AI \| {2}\| line/);
  });

  it('notifies nobody and breaks no table, for any file name', () => {
    const hostile = markdownFormat.scanned({ ...scannedOf(aiReport()), file: '@ann|#3\n<b>.md' });
    assert.match(hostile, /^\| \\@\u2060ann\\\|\\#\u20603 \\<b\\>\.md \| Reads like AI \|/);
  });

  it('is the number in a SARIF message, and no score', () => {
    const { message, relatedLocations = [] } = JSON.parse(
      sarif(withOwnScores(known, [0.9, 0.9, 0.9, 0.1])),
    ) as { message: { text: string }; relatedLocations?: { message: { text: string } }[] };
    assert.equal(message.text, `This text reads like AI. ${number} ${isNot}`);
    const said = new Set(relatedLocations.map((related) => related.message.text));
    assert.ok(said.has('This sentence reads like AI (strong).'));
    assert.ok(said.has('The passage reads like AI, not this sentence by itself.'));
  });

  it('has in JSON what the number rests on and each sentence’s own score', () => {
    const written = jsonFormat({}).scanned(scannedOf(withOwnScores(known, [0.25])));
    const { result } = JSON.parse(written) as {
      result: { false_alarms: object; segments: { own_score: number }[] };
    };
    assert.deepEqual(result.false_alarms, known.result.false_alarms);
    assert.equal(result.segments[0]?.own_score, 0.25);
    assert.doesNotMatch(jsonFormat({}).scanned(scannedOf(aiReport())), /false_alarms|own_score/);
  });

  it('are recognised as results, so that the next scan may overwrite them', () => {
    for (const report of [known, aiReport(), mixedReport(), tooShortReport()])
      assert.ok(isResults(text(report)), text(report));
    assert.ok(isResults(markdownFormat.head ?? '-'));
    assert.ok(!isResults('Dear all: this is a letter.\n  It has 94 words, 3 sentences.\n'));
  });
});
