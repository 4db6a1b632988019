import assert from 'node:assert/strict';
import {
  isMarkable,
  mainReasons,
  ownReasonsIn,
  reasonsWithin,
  strengthOf,
  strongestFirst,
} from '../../../../src/report/model/sentenceMarks.ts';

/** Whether this part of the content may be marked. */
function markable(part: string, content = `Before it.\n\n${part}\n\nAfter it.`): boolean {
  const start = content.indexOf(part);
  return isMarkable(content, { start, end: start + part.length });
}

describe('which sentences are marked', () => {
  for (const line of [
    'Installation',
    'The Role of Community Gardens in Modern Cities',
    '2.1 What it costs',
    'How does it work?',
    'Features:',
    'Fast: It is fast',
    'License: MIT',
    'Introduction ........................ 3',
    'Install dependencies',
    'Copyright (c) 2024 Jane Doe.',
    '© 2019 Ada and others',
    'All rights reserved.',
    'This project is licensed under the MIT License - see the LICENSE file for details.',
    'Dieses Projekt steht unter der MIT-Lizenz.',
    '安装',
    '***',
  ])
    it(`leave out a line that nobody wrote as a sentence: ${line}`, () => {
      assert.equal(markable(line), false);
    });

  for (const line of [
    'Moreover, these gardens serve as a testament to collective action.',
    'Pete picked it in 2014.',
    '“So the bath stayed.”',
    'Did it? It did.',
    'Run the following command to install the package:',
    'Start the server by running the command that is given in the section above',
    'Shall I compare thee to a day,',
    '这座花园属于大家。',
    'A licence is what a driver has, and the law asks for it.',
  ])
    it(`keep a sentence: ${line}`, () => {
      assert.equal(markable(line), true);
    });

  it('include a short piece of a paragraph that continues on its line or the next', () => {
    assert.equal(markable('Why not?', 'Why not? Nobody knew.'), true);
    assert.equal(markable('He said no', 'He left. He said no'), true);
  });

  it('ignore white space around a segment', () => {
    const content = 'Usage\r\n\r\nRun it.';
    assert.equal(isMarkable(content, { start: 0, end: 9 }), false);
    assert.equal(isMarkable(content, { start: 5, end: 16 }), true);
  });
});

describe('how strongly a sentence reads', () => {
  const sure = { verdict: 'ai', confidence: 'high', score: 0.9 } as const;
  const bySure = { ...sure, verdict: 'human' } as const;
  const ai = { score: 0.99, own_score: 0.9, words: 20, hasOwnReason: true };
  const human = { score: 0.01, own_score: 0.1, words: 20, hasOwnReason: true };

  it('comes from its own words, not from the passage that gives it its score', () => {
    assert.deepEqual(
      [1, 0.8, 0.79, 0.65, 0.64, 0.5, 0.49, 0].map((own_score) => strengthOf({ ...ai, own_score }, sure)),
      ['strong', 'strong', 'moderate', 'moderate', 'weak', 'weak', 'passage', 'passage'],
    );
    assert.deepEqual(
      [0, 0.2, 0.21, 0.35, 0.36, 0.5, 0.51, 1].map((own_score) =>
        strengthOf({ ...human, own_score }, bySure),
      ),
      ['strong', 'strong', 'moderate', 'moderate', 'weak', 'weak', 'passage', 'passage'],
    );
    // A score that is hardly one of the band says no less of the sentence itself.
    assert.equal(strengthOf({ ...ai, score: 0.86 }, sure), 'strong');
  });

  it('is never strong where nothing in the sentence can be named, or nothing was gathered', () => {
    assert.equal(strengthOf({ ...ai, hasOwnReason: false }, sure), 'moderate');
    assert.equal(strengthOf({ ...ai, hasOwnReason: undefined }, sure), 'moderate');
  });

  it('is no more than weak in a report that does not say what the sentence says alone', () => {
    const old = { ...ai, own_score: undefined };
    assert.equal(strengthOf(old, sure), 'weak');
    assert.equal(strengthOf({ ...old, hasOwnReason: undefined }, sure), 'weak');
    assert.equal(strengthOf({ ...old, hasOwnReason: false }, sure), 'passage');
  });

  it('is no stronger than what is claimed of the whole text', () => {
    assert.equal(strengthOf(ai, { ...sure, confidence: 'medium' }), 'moderate');
    assert.equal(strengthOf(ai, { ...sure, confidence: 'low' }), 'weak');
    assert.equal(strengthOf({ ...ai, score: 1 }, { ...sure, verdict: 'uncertain' }), 'moderate');
    assert.equal(strengthOf({ ...ai, score: 0.93 }, { ...sure, verdict: 'uncertain' }), 'weak');
    assert.equal(strengthOf(ai, bySure), 'weak');
  });

  it('is weak in a few words, which say little by themselves', () => {
    assert.equal(strengthOf({ ...ai, words: 5 }, sure), 'weak');
    assert.equal(strengthOf({ ...ai, words: 5, own_score: 0.3 }, sure), 'passage');
  });

  it('orders what is named first: a sentence’s own words before the score of its passage', () => {
    const sorted = [
      { strength: 'passage', score: 0.99 },
      { strength: 'weak', score: 0.9 },
      { strength: 'strong', score: 0.86 },
      { strength: 'weak', score: 0.95 },
    ] as const;
    assert.deepEqual(
      sorted.toSorted(strongestFirst).map(({ score }) => score),
      [0.86, 0.95, 0.9, 0.99],
    );
  });
});

describe('what a sentence itself says for a side', () => {
  const content = 'It is robust, and seamless, you see.';

  it('is quoted in the order of the text: words, no signs, and nothing outside the text', () => {
    const spansOf = (...quotes: string[]) =>
      quotes.map((quote) => ({ start: content.indexOf(quote), end: content.indexOf(quote) + quote.length }));
    const evidence = [
      { feature: 'commas', label: 'Commas', weight: 1, spans: spansOf(',') },
      {
        feature: 'long_words',
        label: 'Long',
        weight: 1,
        spans: [...spansOf('seamless'), { start: 30, end: 99 }],
      },
      { feature: 'second_person', label: 'You', weight: -1, spans: spansOf('you') },
      { feature: 'x', label: 'X', weight: 1, spans: spansOf('robust') },
    ];
    assert.deepEqual(
      ownReasonsIn(content, evidence).map(({ quote, evidence: { weight } }) => [quote, weight]),
      [
        ['robust', 1],
        ['seamless', 1],
        ['you', -1],
      ],
    );
  });

  it('is its wording as a whole, not a quotation cut short, where a reason is of all its words', () => {
    const rain = 'It rained. ';
    const [start, whole] = [rain.length, `${rain}${content}`];
    const sentence = { start, end: whole.length, score: 0.99 };
    const evidence = [
      { feature: 'wording', label: 'Plain', weight: 2, spans: [{ start, end: whole.length }] },
      { feature: 'x', label: 'X', weight: 1, spans: [{ start: start + 6, end: start + 12 }] },
    ];
    const own = reasonsWithin(ownReasonsIn(whole, evidence), sentence, { verdict: 'ai', score: 0.99 });
    assert.deepEqual(
      mainReasons(own).map(({ quotes, evidence: { label } }) => [label, quotes]),
      [
        ['Plain', []],
        ['X', ['robust']],
      ],
    );
  });
});
