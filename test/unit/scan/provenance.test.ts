import assert from 'node:assert/strict';
import { markdownProse } from '../../../src/prose/markdown/markdown.ts';
import { restrictProse } from '../../../src/text/ranges.ts';
import { readAgents, readBlame } from '../../../src/system/blame.ts';
import {
  chatModelsSince,
  gapsBetween,
  provenanceOf,
  type Commit,
  type LineOrigins,
} from '../../../src/scan/provenance.ts';
import { withNotes } from '../../../src/scan/notes.ts';

const from = (year: number): Commit => ({ time: Date.UTC(year, 5, 1) / 1000, agent: null });
const byAgent: Commit = { ...from(2025), agent: 'Claude Opus 4.5' };

/** What is left to judge of a Markdown document, and what a report says of the rest. */
function judged(lines: readonly (readonly [string, Commit | null])[]) {
  const document = lines.map(([text]) => `${text}\n`).join('');
  const origins: LineOrigins = lines.map(([, origin]) => origin);
  const prose = markdownProse(document);
  const { old, notesFor } = provenanceOf(document, prose, origins);
  const rest = restrictProse(document, prose, gapsBetween(old, document.length));
  return { text: rest.text, ...notesFor(rest) };
}

describe('the history of a text', () => {
  it('leaves out passages that are older than chat models, and reports them', () => {
    const { text, reasons, evidence } = judged([
      ['# The pier', from(2016)],
      ['', from(2016)],
      ['The gauge was read by hand', from(2017)],
      ['until the winter.', from(2019)],
      ['', from(2019)],
      ['Nobody reads it now.', from(2024)],
    ]);
    assert.equal(text, 'Nobody reads it now.');
    assert.deepEqual(reasons, [
      {
        code: 'left_out_history',
        message:
          'Left out of the score: 11 words unchanged since 2019 according to git’s dates, so older than chat models.',
      },
    ]);
    assert.deepEqual(evidence, []);
  });

  it('counts the words of each old passage, and dates it by its newest line', () => {
    const document = '# The pier\n\nRead by hand\nuntil the *winter*.\n\nNobody reads it now.\n';
    const origins = [2016, 2016, 2017, 2019, 2019, 2024].map(from);
    const { old } = provenanceOf(document, markdownProse(document), origins);
    assert.deepEqual(
      old.map(({ start, end, words, year }) => ({ text: document.slice(start, end), words, year })),
      [
        { text: 'The pier', words: 2, year: 2016 },
        { text: 'Read by hand\nuntil the *winter*.', words: 6, year: 2019 },
      ],
    );
  });

  it('leaves a passage in as a whole where one line of it is new, not committed or of a day too late', () => {
    for (const newer of [from(2023), null, { time: chatModelsSince, agent: null }]) {
      const { text, reasons } = judged([
        ['Read by hand', from(2017)],
        ['until the winter.', newer],
      ]);
      assert.equal(text, 'Read by hand until the winter.');
      assert.deepEqual(reasons, []);
    }
  });

  it('leaves nothing out for a commit without a date', () => {
    assert.equal(judged([['Read by hand.', { time: 0, agent: null }]]).text, 'Read by hand.');
  });

  it('shows the lines that came in a commit which names an AI, without a part in the score', () => {
    const { text, reasons, evidence } = judged([
      ['It was cold.', from(2016)],
      ['', from(2016)],
      ['The gauge plays a crucial role', byAgent],
      ['in fostering safety.', byAgent],
      ['My uncle laughed.', from(2024)],
    ]);
    assert.deepEqual(reasons.map(({ message }) => message).slice(1), [
      'Git: 9 words from commits that name Claude Opus as an author.',
    ]);
    const [places, ...others] = evidence;
    assert.deepEqual(others, []);
    assert.deepEqual(
      places?.spans.map(({ start, end }) => text.slice(start, end)),
      ['The gauge plays a crucial role in fostering safety.'],
    );
  });

  it('is added to a report that has a result, and makes none up', () => {
    const notes = { reasons: [{ code: 'left_out_history', message: '' }], evidence: [] };
    assert.deepEqual(withNotes({ result: null }, notes), { result: null });
    const result = { reasons: [{ code: 'short', message: '' }], evidence: [] };
    assert.deepEqual(
      withNotes({ result }, notes).result.reasons.map(({ code }) => code),
      ['short', 'left_out_history'],
    );
  });
});

describe('what git answers', () => {
  const id = (digit: string): string => digit.repeat(40);
  const group = (commit: string, author: string, seconds: number, boundary = false): string =>
    `${id(commit)} 1 3 1\nauthor ${author}\nauthor-mail <a@b.c>\nauthor-time 1\ncommitter x\ncommitter-time ${seconds}\n${boundary ? 'boundary\n' : ''}filename a.md\n`;
  // In the order in which git finds them.
  const output = [
    `${id('0')} 5 5 1\nauthor Not Committed Yet\nauthor-mail <not.committed.yet>\ncommitter-time 1500000000\nfilename a.md\n`,
    group('a', 'Ann', 1500000000, true),
    `${id('b').replace('bb', '1b')} 2 4 1\nauthor copilot-swe-agent[bot]\nauthor-mail <x@y.z>\ncommitter-time 1700000000\nsummary author nobody\nfilename a.md\n`,
    `${id('a')} 3 1 2\nprevious ${id('c')} a.md\nfilename a.md\n`,
  ].join('');

  it('gives each line the commit that changed it last, by the time of the commit, and none to what is not committed', () => {
    const { commits, lines } = readBlame(output, false);
    assert.deepEqual(
      lines.map((line) => commits.get(line)),
      [
        { time: 1500000000, agent: null },
        { time: 1500000000, agent: null },
        { time: 1500000000, agent: null },
        { time: 1700000000, agent: 'copilot-swe-agent[bot]' },
        undefined,
      ],
    );
  });

  it('proves nothing by the commit that a shallow clone ends at', () => {
    const { commits, lines } = readBlame(output, true);
    assert.equal(commits.get(lines[0]!), undefined);
    assert.equal(commits.get(lines[3]!)?.time, 1700000000);
  });

  it('names an AI by the trailers of a message, not by a line that quotes one in the header', () => {
    const messages = `${id('a')} commit 200\ntree x\nauthor Co-authored-by: Claude Code <noreply@anthropic.com>\n\nA subject\n\nCo-Authored-By: Claude Opus 4.5 <noreply@anthropic.com>\n\n${id('b')} commit 90\ntree x\n\nCo-authored-by: Claude Dupont <claude@example.org>\n\n`;
    assert.deepEqual([...readAgents(messages)], [[id('a'), 'Claude Opus 4.5']]);
  });
});
