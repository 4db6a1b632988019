import assert from 'node:assert/strict';
import {
  isMarkable,
  mainReasons,
  ownReasonsIn,
  reasonsWithin,
  strengthOf,
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

  it('keep a short piece of a paragraph that goes on, on its line or beyond', () => {
    assert.equal(markable('Why not?', 'Why not? Nobody knew.'), true);
    assert.equal(markable('He said no', 'He left. He said no'), true);
  });

  it('take the white space of a segment for no part of it', () => {
    const content = 'Usage\r\n\r\nRun it.';
    assert.equal(isMarkable(content, { start: 0, end: 9 }), false);
    assert.equal(isMarkable(content, { start: 5, end: 16 }), true);
  });
});

describe('how strongly a sentence reads', () => {
  const sure = { verdict: 'ai', confidence: 'high', score: 0.9 } as const;

  it('follows its score, and no sentence that could be either is more than weak', () => {
    assert.deepEqual(
      [0.99, 0.9, 0.6].map((score) => strengthOf(score, 20, sure)),
      ['strong', 'moderate', 'weak'],
    );
    assert.deepEqual(
      [0.01, 0.1, 0.3].map((score) => strengthOf(score, 20, { ...sure, verdict: 'human' })),
      ['strong', 'moderate', 'weak'],
    );
  });

  it('is no stronger than what is claimed of the whole text', () => {
    assert.equal(strengthOf(1, 20, { ...sure, confidence: 'medium' }), 'moderate');
    assert.equal(strengthOf(1, 20, { ...sure, confidence: 'low' }), 'weak');
    assert.equal(strengthOf(1, 20, { ...sure, verdict: 'uncertain' }), 'moderate');
    assert.equal(strengthOf(0.93, 20, { ...sure, verdict: 'uncertain' }), 'weak');
    assert.equal(strengthOf(1, 20, { ...sure, verdict: 'human' }), 'weak');
  });

  it('is weak in a few words, which say nothing by themselves', () => {
    assert.equal(strengthOf(1, 5, sure), 'weak');
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
