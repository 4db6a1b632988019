import assert from 'node:assert/strict';
import type { LabelledText } from '../../../../lab/training/corpus.ts';
import { borderErrors, mixtureTables, overlap, type ScoredMixture } from '../../../../lab/training/mixed.ts';
import { countWords, mixDocuments, mixtures } from '../../../../lab/training/mixedDocuments.ts';
import { seeded } from '../../../../lab/training/random.ts';

const textOf = (isAi: boolean, i: number): LabelledText => ({
  id: `${isAi} ${i}`,
  text: `${isAi ? 'Machine' : 'Person'} wrote the sentence numbered ${i} for this test. `.repeat(45).trim(),
  ...{ isAi, voice: isAi ? 'chat' : null, partner: null, style: null },
  source: isAi ? 'machines' : 'people',
  domain: 'test',
  group: `${isAi} ${i % 20}`,
  generator: isAi ? 'a model' : null,
  attack: null,
});
const texts = [false, true].flatMap((isAi) => Array.from({ length: 60 }, (_, i) => textOf(isAi, i)));

describe('mixDocuments', () => {
  const documents = mixDocuments(texts, 10, seeded(1));

  it('makes so many of every mixture, the same for a seed', () => {
    for (const mixture of mixtures) {
      assert.equal(documents.filter((document) => document.mixture === mixture).length, 10);
    }
    assert.deepEqual(mixDocuments(texts, 10, seeded(1)), documents);
  });

  it('marks as an AI’s all of what an AI wrote, and nothing else', () => {
    for (const { text, aiSpans } of documents) {
      const marked = aiSpans.map(({ start, end }) => text.slice(start, end)).join(' ');
      const rest = aiSpans.reduceRight(
        (left, { start, end }) => left.slice(0, start) + left.slice(end),
        text,
      );
      assert.ok(!marked.includes('Person'));
      assert.ok(!rest.includes('Machine'));
    }
  });

  it('puts one to three paragraphs of 60 to 250 words into documents of 250 to 1,500', () => {
    for (const { mixture, text, aiSpans } of documents) {
      const ai = aiSpans.map(({ start, end }) => countWords(text.slice(start, end)));
      if (mixture === 'human') assert.deepEqual(ai, []);
      if (mixture === 'ai')
        assert.equal(
          ai.reduce((a, b) => a + b),
          countWords(text),
        );
      if (mixture === 'ai_in_human') {
        assert.ok(ai.length >= 1 && ai.length <= 3, ai.join());
        assert.ok(
          ai.every((words) => words >= 50 && words <= 260),
          ai.join(),
        );
      }
      if (mixture === 'human' || mixture === 'ai')
        assert.ok(countWords(text) >= 220 && countWords(text) <= 1520);
    }
  });

  it('has documents in paragraphs and documents in one piece, as people’s are', () => {
    const whole = documents.filter(({ mixture }) => mixture === 'human_in_ai');
    assert.ok(whole.some(({ text }) => text.includes('\n\n')));
    assert.ok(whole.some(({ text }) => !text.includes('\n')));
  });

  it('makes nothing of one class alone', () => {
    assert.deepEqual(mixDocuments(texts.slice(0, 60), 10, seeded(1)), []);
  });
});

const sentence = (isAi: boolean, flagged: boolean): ScoredMixture['sentences'][number] => ({
  words: 10,
  isAi,
  score: flagged ? 0.9 : 0.1,
  flagged,
});

describe('overlap', () => {
  it('is the words flagged rightly of all flagged or written by an AI', () => {
    const found = [sentence(false, true), sentence(true, true), sentence(true, true), sentence(true, false)];
    assert.equal(overlap(found), 0.5);
  });

  it('is whole where there is nothing to find and nothing was flagged', () => {
    assert.equal(overlap([sentence(false, false)]), 1);
  });
});

describe('borderErrors', () => {
  it('is the words between each border and the nearest one found', () => {
    const found = [
      sentence(false, false),
      sentence(false, true),
      sentence(true, true),
      sentence(true, true),
      sentence(false, false),
    ];
    assert.deepEqual(borderErrors(found), [10, 0]);
  });

  it('says nothing where nothing was found', () => {
    assert.deepEqual(borderErrors([sentence(false, false), sentence(true, false)]), []);
  });
});

describe('mixtureTables', () => {
  it('counts human texts that were called mixed, and those with a flagged sentence', () => {
    const scored = mixtures.map((mixture): ScoredMixture => ({
      genre: 'letters',
      mixture,
      verdict: mixture === 'human' ? 'mixed' : 'uncertain',
      sentences: [sentence(mixture === 'ai', true), sentence(mixture === 'ai_in_human', false)],
    }));
    const tables = mixtureTables(scored);
    assert.match(tables, /\| letters \|.*\| 100\.0 % \| 50\.0 % \| 50\.0 % \| 100\.0 % \| 0\.0 % \|/);
    assert.match(tables, /\| human \| 0\.0 % \| 100\.0 % \|/);
  });
});
