import assert from 'node:assert/strict';
import type { Evidence } from '../../../src/api/report.ts';
import { detect } from '../../../src/detector/detect.ts';
import { findAiTrailers, findByRules, findLeftovers } from '../../../src/detector/signs.ts';
import { authorText } from '../../../src/detector/authorText.ts';
import { arbitraryModel } from './model-for-tests.ts';

const prose = `The station was built in 1931 by three brothers, and it has recorded wind, rain and pressure every hour since
then. One of them couldn't read; he drew the clouds instead. The drawings are still there, all in pencil, and nobody has
thrown them away. My aunt went to the council twice, shouted a bit, came home with a promise and a cold. Would it help?
She kept the key under a flowerpot, told the whole street where it was, and made soup on Fridays for whoever had climbed
up through the gorse to read the dials.`;

const withQuotes = (text: string, evidence: readonly Evidence[]): [string, string[]][] =>
  evidence.map(({ feature, spans }) => [feature, spans.map(({ start, end }) => text.slice(start, end))]);
const found = (text: string) => withQuotes(text, findLeftovers(text));

describe('what a chat with an AI leaves in a text', () => {
  it('is found, with its places', () => {
    const mark = ':contentReference[oaicite:3]{index=3}';
    assert.deepEqual(found(`The tide rose.${mark} It fell. ${mark}\n`), [['chat_marks', [mark, mark]]]);
    assert.deepEqual(found('It fell. citeturn0search0turn0news1'), [
      ['chat_marks', ['citeturn0search0turn0news1']],
    ]);
    assert.deepEqual(found('It fell【4:12†tides.pdf】.'), [['chat_marks', ['【4:12†tides.pdf】']]]);
    assert.deepEqual(found('It fell (see https://a.b/c?utm_source=chatgpt.com for more).'), [
      ['chat_links', ['https://a.b/c?utm_source=chatgpt.com']],
    ]);
    assert.deepEqual(
      found('It fell (see https://a.b/c?x=1&utm_source=perplexity and https://a.b/?referrer=grok.com).'),
      [['chat_links', ['https://a.b/c?x=1&utm_source=perplexity', 'https://a.b/?referrer=grok.com']]],
    );
    assert.deepEqual(found('It fell. As an AI language model, I can’t see tides.'), [
      ['chat_phrases', ['As an AI language model, I']],
    ]);
    assert.deepEqual(
      found('Sure, here is a draft:\n\nIt fell.\n\nI hope this helps! Let me know if it does.'),
      [['chat_manners', ['Sure, here is a draft:', 'I hope this helps! Let me know if it does.']]],
    );
  });

  it('is not found in what a text says about it, quotes or shows as code', () => {
    for (const text of [
      'Look for `:contentReference[oaicite:0]{index=0}` in the text.',
      'Look for :contentReference[oaicite:0]{index=0} or turn0search0 in the text.',
      'It may say “As an AI language model, I can’t”. It may say "As an AI language model, I won’t".',
      'They write as an AI language model, I think.',
      'Add utm_source=chatgpt.com to it. The address `https://a.b/?utm_source=chatgpt.com` has it.',
      '```\nThe tide rose.:contentReference[oaicite:3]{index=3}\n```\n',
      'Some answers open with: Sure, here is a draft.\n\nIt fell.',
      'I hope this helps you laugh.\n\nLet me know.',
    ])
      assert.deepEqual(found(text), [], text);
  });

  it('is a trailer that names an AI, not a person of that name', () => {
    const named = (line: string): boolean => {
      const text = `Stop the rain\n\n${line}\n`;
      return findAiTrailers(text, authorText(text).leftOut).length > 0;
    };
    for (const line of [
      'Co-authored-by: Claude <noreply@anthropic.com>',
      'Co-Authored-By: Claude Opus 4.5 <noreply@anthropic.com>',
      'Co-authored-by: Copilot <198982749+Copilot@users.noreply.github.com>',
      '🤖 Generated with [Claude Code](https://claude.com/claude-code)',
    ])
      assert.ok(named(line), line);
    for (const line of [
      'Co-authored-by: Claude Dupont <claude@dupont.fr>',
      'Co-authored-by: Claude <claude@dupont.fr>',
      'Co-authored-by: Devin Marsh <devin@x.y>',
    ])
      assert.ok(!named(line), line);
  });

  it('moves the score of its text and of its sentence, and leads the evidence', () => {
    const model = arbitraryModel();
    const mark = ':contentReference[oaicite:3]{index=3}';
    const plain = `${prose}\n\nThe tide rose. It fell.`;
    const left = `${prose}\n\nThe tide rose.${mark} It fell.`;
    const before = detect(plain, model).result;
    const after = detect(left, model).result;
    assert.ok(after.score > 0.99 && after.score > before.score);
    assert.equal(after.evidence[0]?.feature, 'chat_marks');
    const [span] = after.evidence[0].spans;
    assert.equal(left.slice(span!.start, span!.end), mark);
    const holder = after.segments.find(({ start, end }) => start <= span!.start && end > span!.start);
    assert.ok(holder && holder.score > 0.9);
  });

  it('ignores quotations, and reports places in the whole text', () => {
    const model = arbitraryModel();
    const mark = ':contentReference[oaicite:3]{index=3}';
    const quoted = detect(`> It rose.${mark}\n\n${prose}`, model).result;
    assert.deepEqual(
      quoted.evidence.filter(({ feature }) => feature.startsWith('chat')),
      [],
    );
    const text = `> It rose.\n\n${prose}\n\nIt fell.${mark}\n`;
    const { result, words } = detect(text, model);
    const [span] = result.evidence[0]!.spans;
    assert.equal(text.slice(span!.start, span!.end), mark);
    assert.ok(result.reasons.some(({ code }) => code === 'left_out_quotes'));
    assert.ok(result.segments.every(({ start }) => start > 10));
    assert.equal(words, detect(text.slice(12), model).words);
    assert.equal(result.score, detect(text.slice(12), model).result.score);
  });
});

const today = '2026-11-30';
const broken = (text: string) => withQuotes(text, findByRules(text, today));

describe('what rules find in a text', () => {
  it('is what was never filled in, can’t be looked up, or was read on a day still to come', () => {
    const cases: [text: string, rule: string, place: string][] = [
      ['Dear editor, I am [Your Name] of Leith.', 'placeholders', '[Your Name]'],
      ['Regards, [Insert date here].', 'placeholders', '[Insert date here]'],
      ['See INSERT_SOURCE_URL for it.', 'placeholders', 'INSERT_SOURCE_URL'],
      ['Marsh, Tides. ISBN 978-0-306-40615-8.', 'wrong_isbn', 'ISBN 978-0-306-40615-8'],
      ['Marsh, Tides. ISBN: 0-306-40615-3.', 'wrong_isbn', 'ISBN: 0-306-40615-3'],
      ['See https://doi.org/11.1038/tides.', 'impossible_doi', 'https://doi.org/11.1038/tides'],
      ['See doi:10.12/ab.', 'impossible_doi', 'doi:10.12/ab'],
      ['Marsh, Tides. Accessed 3 December 2026.', 'future_access', 'Accessed 3 December 2026'],
      ['Marsh, Tides. Retrieved December 1, 2026.', 'future_access', 'Retrieved December 1, 2026'],
      ['Marsh, Tides (accessed 2027-01-01).', 'future_access', 'accessed 2027-01-01'],
    ];
    for (const [text, rule, place] of cases) assert.deepEqual(broken(text), [[rule, [place]]], text);
  });

  it('is nothing that is right, quoted or code: a false sign could harm an innocent writer', () => {
    for (const text of [
      'ISBN 978-0-306-40615-7, ISBN 0-306-40615-2, ISBN 0-8044-2957-X, ISBN 12345.',
      'https://doi.org/10.1038/nphys1170, doi:10.1002/(SICI)1097, doi.org/10/b7cz, https://doi.org/b7cz, doi: see below.',
      'https://doi.org/10.1000.10/123456 and https://doi.org/10.1002%2Fabc',
      'Accessed 30 November 2026. Retrieved March 1, 2020. Accessed 2026-11-30.',
      'Write “[Your Name]” there, or `[Your Name]`.',
      '```\n[Your Name]\n```',
      '[Your turn](x) is a game. You [sic] said so.',
    ])
      assert.deepEqual(
        broken(text).filter(([, places]) => places[0] !== '[Your turn]'),
        [],
        text,
      );
    assert.deepEqual(findByRules('Accessed 3 December 2999.'), [], 'without a date of today');
  });

  it('is shown and moves no score', () => {
    const model = arbitraryModel();
    const plain = 'It rained on the pier all day, and nobody minded it much. ISBN 978-0-306-40615-7.';
    const wrong = plain.replace('615-7', '615-8');
    const [before, after] = [plain, wrong].map((text) => detect(text, model, today).result);
    const [evidence] = after!.evidence.filter(({ feature }) => feature === 'wrong_isbn');
    assert.equal(wrong.slice(evidence!.spans[0]!.start, evidence!.spans[0]!.end), 'ISBN 978-0-306-40615-8');
    assert.ok(Math.abs(after!.score - before!.score) < 0.1);
  });
});
