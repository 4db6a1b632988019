import assert from 'node:assert/strict';
import { buildDataset } from '../../../../lab/training/dataset.ts';
import { balance, strataOf } from '../../../../lab/training/balance.ts';
import { learn, learning, margin, type Linear } from '../../../../lab/training/logistic.ts';
import type { LabelledText } from '../../../../lab/training/corpus.ts';

const unpaired = { partner: null, style: null };
const texts: LabelledText[] = Array.from({ length: 40 }, (_, i) => ({
  id: String(i),
  text: (i % 2 === 0 ? 'tapestry of realms ' : 'we went down there ').repeat(15) + String(i),
  isAi: i % 2 === 0,
  voice: i % 2 === 0 ? 'chat' : null,
  ...unpaired,
  source: i < 30 ? 'seen' : 'unseen',
  domain: 'test',
  group: String(i),
  generator: i === 38 ? 'gpt2-xl' : null,
  attack: i === 39 ? 'mixed' : null,
}));

describe('learn', () => {
  const dataset = buildDataset(texts, 100, 1, () => undefined);

  it('tells apart what it was taught to, in a source it did not see, with every family', async () => {
    const importance = [balance(dataset, new Set(), 'chat'), balance(dataset, new Set(['unseen']), 'chat')];
    for (const rows of dataset.rows) {
      const [, linear] = (await learn(rows, dataset.isAi, importance, strataOf(dataset), learning.chat)) as [
        Linear,
        Linear,
      ];
      dataset.sources.forEach((source, i) => {
        if (source === 'unseen') assert.equal(margin(rows, i, linear) > 0, dataset.isAi[i] === 1);
      });
    }
  });

  it('gives both classes the same say, and sources left out and texts not taught none', () => {
    const importance = balance(
      {
        sources: ['a', 'a', 'a', 'b', 'a'],
        isAi: Uint8Array.from([1, 1, 0, 1, 1]),
        isPlain: new Uint8Array(5),
        isPartner: new Uint8Array(5),
        isTaught: Uint8Array.from([1, 1, 1, 1, 0]),
      },
      new Set(['b']),
      'chat',
    );
    assert.equal(importance[3], 0);
    assert.equal(importance[4], 0);
    assert.ok(Math.abs(importance[0]! + importance[1]! - importance[2]!) < 1e-9);
  });

  it('teaches each voice its own AI texts, and the plain one most by people without a mirror', () => {
    const labels = {
      sources: ['a', 'a', 'a', 'a', 'b'],
      isAi: Uint8Array.from([1, 1, 0, 0, 0]),
      isPlain: Uint8Array.from([0, 1, 0, 0, 0]),
      isPartner: Uint8Array.from([0, 0, 1, 0, 0]),
      isTaught: Uint8Array.from([1, 1, 1, 1, 1]),
    };
    const chat = balance(labels, new Set(), 'chat');
    const plain = balance(labels, new Set(), 'plain');
    assert.equal(chat[1], 0);
    assert.equal(plain[0], 0);
    assert.ok(Math.abs(plain[1]! - plain[2]! - plain[3]! - plain[4]!) < 1e-9);
    assert.ok(plain[2]! > 0 && plain[2]! < plain[3]!);
  });

  it('teaches neither the continuations of base models, which nobody writes with, nor texts of two hands', () => {
    assert.equal([...dataset.isTaught].filter((taught) => taught === 0).length, 2);
  });

  it('compares people and AI within a kind of text, abstracts apart from papers', () => {
    const strata = strataOf({
      sources: ['latex_ai', 'latex_human', 'hppt', 'l2r', 'imdb'],
      domains: ['paper', 'thesis', 'acl_abstracts', 'l2r_AcademicResearch', 'review'],
    });
    assert.equal(strata[0], strata[1]);
    assert.equal(strata[2], strata[3]);
    assert.equal(new Set(strata).size, 3);
  });

  it('heeds most the people’s texts that read like an AI’s, since accusations hang on them', async () => {
    // One person in ten writes as the AI does, but for a word of their own.
    const mistakable = (i: number): boolean => i % 20 === 1;
    const people = buildDataset(
      Array.from({ length: 400 }, (_, i) => {
        const ai = i % 4 === 0 ? 'tapestry realm ' : 'tapestry river ';
        return {
          id: String(i),
          text: (i % 2 === 0 ? ai : mistakable(i) ? 'tapestry river gate ' : 'garden hedge ').repeat(15),
          isAi: i % 2 === 0,
          voice: i % 2 === 0 ? 'chat' : null,
          ...unpaired,
          source: 'seen',
          domain: 'test',
          group: String(i),
          generator: null,
          attack: null,
        };
      }),
      400,
      1,
      () => undefined,
    );
    const words = people.rows[1]!;
    const strata = strataOf(people);
    const [linear] = (await learn(
      words,
      people.isAi,
      [balance(people, new Set(), 'chat')],
      strata,
      learning.chat,
    )) as [Linear];
    // The word of their own makes the texts of the mistakable longer.
    const marginOf = (length: number): number =>
      margin(
        words,
        people.words.findIndex((each, row) => each === length && people.isAi[row] === 0),
        linear,
      );
    const gap = marginOf(45) - marginOf(30);
    // 2.42 where all weigh the same.
    assert.ok(gap < 2.2, String(gap));
  });

  it('leaves to the stratum what the whole stratum shares, so that a topic is not taken for an author', async () => {
    const topical = buildDataset(
      Array.from({ length: 80 }, (_, i) => {
        const isAi = i < 40 ? i % 20 !== 0 : i % 20 === 0;
        const topic = i < 40 ? 'robots and sensors ' : 'gardens and hedges ';
        return {
          id: String(i),
          text: (topic + (isAi ? 'moreover it thrives ' : 'well it grows ')).repeat(10),
          isAi,
          voice: isAi ? 'chat' : null,
          ...unpaired,
          source: i < 40 ? 'a' : 'b',
          domain: 'test',
          group: String(i),
          generator: null,
          attack: null,
        };
      }),
      100,
      1,
      () => undefined,
    );
    const words = topical.rows[1]!;
    const importance = balance(topical, new Set(), 'chat');
    const topicShare = async (strata: Uint16Array): Promise<number> => {
      const [linear] = (await learn(words, topical.isAi, [importance], strata, learning.chat)) as [Linear];
      const mean = (source: string, isAi: number): number => {
        const margins = topical.sources.flatMap((own, i) =>
          own === source && topical.isAi[i] === isAi ? [margin(words, i, linear)] : [],
        );
        return margins.reduce((sum, value) => sum + value, 0) / margins.length;
      };
      return (mean('a', 1) - mean('b', 1)) / (mean('a', 1) - mean('a', 0));
    };
    const bySource = Uint16Array.from(topical.sources, (source) => (source === 'a' ? 0 : 1));
    assert.ok((await topicShare(bySource)) < 0.8 * (await topicShare(new Uint16Array(80))));
  });

  it('is deterministic for a seed', () => {
    const again = buildDataset(texts, 100, 1, () => undefined);
    assert.deepEqual([...again.words], [...dataset.words]);
    assert.deepEqual(again.rows[0]!.offsets, dataset.rows[0]!.offsets);
  });
});
