import assert from 'node:assert/strict';
import { excerpt, sentenceAt, sentencesOf } from '../../../../src/report/model/sentences.ts';
import { mixedReport, reportOf, tooShortReport } from '../samples.ts';

describe('sentencesOf', () => {
  it('leaves the white space around a sentence unmarked', () => {
    const report = reportOf([[[0.1, 'x']]], {}, { content: '  One.  \n\n Two.' });
    report.result.segments = [
      { start: 0, end: 10, score: 0.1 },
      { start: 10, end: 15, score: 0.9 },
    ];
    const places = sentencesOf(report).map(({ start, end }) => report.content.slice(start, end));
    assert.deepEqual(places, ['One.', 'Two.']);
  });

  it('shows no segment twice and none that points outside the text', () => {
    const report = reportOf([[[0.1, 'x']]], {}, { content: 'One. Two.' });
    report.result.segments = [
      { start: 0, end: 4, score: 0.1 },
      { start: 2, end: 9, score: 0.1 },
      { start: 4, end: 5, score: 0.1 },
      { start: 5, end: 99, score: 0.1 },
    ];
    assert.deepEqual(
      sentencesOf(report).map(({ start, end }) => [start, end]),
      [[0, 4]],
    );
  });

  it('counts about three characters as a word in scripts without spaces', () => {
    const report = reportOf([[[0.1, '今日は雨 today']]]);
    assert.equal(sentencesOf(report)[0]?.words, 3);
  });

  it('puts no sentence of an unjudged text in a band', () => {
    assert.deepEqual(
      sentencesOf(tooShortReport()).map(({ band }) => band),
      [undefined, undefined],
    );
  });
});

describe('sentenceAt', () => {
  it('finds the sentence that contains an offset, and none between two', () => {
    const sentences = sentencesOf(mixedReport());
    for (const sentence of sentences) {
      assert.equal(sentenceAt(sentences, sentence.start), sentence);
      assert.equal(sentenceAt(sentences, sentence.end - 1), sentence);
      assert.equal(sentenceAt(sentences, sentence.end), undefined);
    }
  });
});

describe('excerpt', () => {
  it('keeps a short text on one line and cuts a long one after a word', () => {
    assert.equal(excerpt(' two\n lines ', 20), 'two lines');
    assert.equal(excerpt('a sentence that goes on', 15), 'a sentence …');
    assert.equal(excerpt('x'.repeat(1_000_000), 5), 'xxxxx …');
  });
});
