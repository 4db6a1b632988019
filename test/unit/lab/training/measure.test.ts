import assert from 'node:assert/strict';
import type { Figures } from '../../../../lab/training/figures.ts';
import { measure, type Breakdown } from '../../../../lab/training/measure.ts';
import { isMet, targetsOf } from '../../../../lab/training/targets.ts';
import { scoredText, several, twoGenres } from './scoredTexts.ts';

const row = ({ rows }: Breakdown, name: string): Figures => {
  const found = rows.find((each) => each.name === name);
  assert.ok(found, `no row ${name} among ${rows.map((each) => each.name).join(', ')}`);
  return found;
};

const resamples = 30;

describe('measure', () => {
  const report = measure(twoGenres, resamples, 1);

  it('names the worst genre and means over genres, not over texts', () => {
    const { genres } = report.long;
    const [letters, notes] = [row(genres, 'letters').auroc!, row(genres, 'notes').auroc!];
    assert.equal(letters.value, 1);
    assert.ok(notes.value < 0.6 && notes.low < notes.value && notes.value < notes.high);
    assert.equal(genres.worst, 'notes');
    assert.equal(genres.mostAccused, 'notes');
    assert.ok(Math.abs(genres.macro.auroc!.value - (1 + notes.value) / 2) < 1e-9);
    assert.ok(genres.macro.auroc!.low < genres.macro.auroc!.value);
  });

  it('tells how often people are accused, of their own source alone', () => {
    const accused = row(report.long.sources, 'notes_human').humanCalledAi!;
    assert.equal(accused.value, 0.05);
    assert.ok(accused.low < 0.05 && accused.high > 0.05);
    assert.equal(row(report.long.sources, 'notes_ai').humanCalledAi, null);
    assert.equal(row(report.long.sources, 'letters_ai').aiCalledAi!.value, 1);
  });

  it('counts people whose text is called mixed: that accuses them too', () => {
    const texts = [...twoGenres, ...several(60, () => ({ verdict: 'mixed', confidence: 'low' }))];
    const { total } = measure(texts, resamples, 1).long;
    assert.equal(total.humanCalledMixed!.value, 1 / 3);
    assert.equal(total.aiCalledMixed!.value, 0);
  });

  it('compares a source of one class with the other class of its genre', () => {
    const source = row(report.long.sources, 'letters_ai');
    assert.deepEqual([source.human, source.lentHuman, source.ai, source.lentAi], [0, 60, 60, 0]);
    assert.equal(source.auroc!.value, 1);
  });

  it('never lends a generator the texts of another one', () => {
    const { generators } = measure(twoGenres, resamples, 1).long;
    const generator = row(generators, 'm-2');
    assert.deepEqual([generator.ai, generator.lentAi, generator.lentHuman], [55, 0, 60]);
  });

  it('joins generators too small to tell and keeps them out of the mean', () => {
    const { generators } = report.long;
    const joined = row(generators, '1 with fewer than 50 texts');
    assert.equal(joined.ai, 5);
    const [first, second] = [row(generators, 'm-1').auroc!.value, row(generators, 'm-2').auroc!.value];
    assert.ok(Math.abs(generators.macro.auroc!.value - (first + second) / 2) < 1e-9);
  });

  it('keeps attacked texts out of everything but their own table, against clean human ones', () => {
    const attacked = several(60, () => ({
      isAi: true,
      source: 'letters_ai',
      attack: 'case',
      score: 0.01,
      verdict: 'human',
    }));
    const { long, all } = measure([...twoGenres, ...attacked], resamples, 1);
    assert.equal(all.total.ai, 120);
    assert.equal(long.total.auroc!.value, report.long.total.auroc!.value);
    const figures = row(long.attacks, 'case');
    assert.deepEqual([figures.ai, figures.lentHuman, figures.auroc!.value], [60, 60, 0]);
    assert.equal(figures.aiCalledHuman!.value, 1);
  });

  it('shows other languages apart', () => {
    const french = several(60, () => ({ language: 'fr', genre: 'other languages', verdict: 'uncertain' }));
    const { all } = measure([...twoGenres, ...french], resamples, 1);
    assert.equal(all.total.human, 120);
    assert.equal(row(all.languages, 'fr').uncertain!.value, 1);
    assert.equal(row(all.languages, 'en').human, 120);
  });

  it('sorts texts by length', () => {
    const lengths = [40, 59, 60, 149, 150, 299, 300, 5000].map((words) => scoredText({ words }));
    const { rows } = measure(lengths, resamples, 1).lengths;
    assert.deepEqual(
      rows.map(({ name, human }) => [name, human]),
      [
        ['0 to 59 words', 2],
        ['60 to 149 words', 2],
        ['150 to 299 words', 2],
        ['300 words and more', 2],
      ],
    );
  });

  it('says how often high confidence is right, each class weighing the same', () => {
    const texts = [
      ...several(90, () => ({ verdict: 'uncertain', confidence: 'low' })),
      ...several(10, () => ({ verdict: 'ai', confidence: 'high' })),
      ...several(10, () => ({ isAi: true, verdict: 'ai', confidence: 'high' })),
      ...several(10, () => ({ isAi: true, verdict: 'human', confidence: 'medium' })),
    ];
    const { total } = measure(texts, resamples, 1).long;
    assert.ok(Math.abs(total.highAiRight!.value - 5 / 6) < 1e-9);
    assert.ok(Math.abs(total.highRight!.value - 5 / 6) < 1e-9);
    assert.equal(total.highHumanRight, null);
  });

  it('gives the same figures for the same seed', () => {
    assert.deepEqual(measure(twoGenres, resamples, 1), report);
    assert.notDeepEqual(measure(twoGenres, resamples, 2), report);
  });

  it('counts bins of the reliability plot by class', () => {
    assert.equal(
      report.reliability.reduce((sum, { human, ai }) => sum + human + ai, 0),
      240,
    );
    assert.deepEqual([report.reliability[1]!.human, report.reliability[1]!.ai], [60, 0]);
    assert.equal(report.reliability[1]!.shareAi!.value, 0);
    assert.equal(report.reliability[2]!.shareAi, null);
  });

  it('shows base models and whole documents apart, in no other figure', () => {
    const apart = [
      ...several(60, () => ({ isAi: true, isBaseModel: true, generator: 'gpt2', score: 0.1 })),
      ...several(60, () => ({ isWhole: true, words: 1200, verdict: 'ai' })),
    ];
    const { long, documents, baseModels } = measure([...twoGenres, ...apart], resamples, 1);
    assert.deepEqual([long.total.human, long.total.ai], [120, 120]);
    assert.equal(row(documents, '1000 to 1999 words').humanCalledAi!.value, 1);
    const old = row(baseModels, 'gpt2');
    assert.deepEqual([old.ai, old.lentHuman], [60, 60]);
  });

  it('holds the targets against the figures and names who misses them', () => {
    const targets = new Map(targetsOf(report).map((target) => [target.name, target]));
    const accused = targets.get('Human texts called `ai`, worst source')!;
    assert.deepEqual([accused.group, accused.reached!.value, isMet(accused)], ['notes_human', 0.05, false]);
    assert.equal(isMet(targets.get('Right where confidence is `high`')!), true);
    const short = targets.get('Macro AUROC over genres, 60 to 149 words')!;
    assert.deepEqual([short.reached, isMet(short)], [null, false]);
  });
});
