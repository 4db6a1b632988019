import assert from 'node:assert/strict';
import { modelCard } from '../../../../lab/training/card.ts';
import { countSources } from '../../../../lab/training/inventory.ts';
import { measure } from '../../../../lab/training/measure.ts';
import { reliabilityPlot } from '../../../../lab/training/reliabilityPlot.ts';
import { index, percent, reportTables } from '../../../../lab/training/table.ts';
import { targetsOf } from '../../../../lab/training/targets.ts';
import { several, twoGenres } from './scoredTexts.ts';

const attacked = several(60, () => ({ isAi: true, source: 'letters_ai', attack: 'case', score: 0.01 }));
const french = several(60, () => ({ language: 'fr', genre: 'other languages', verdict: 'uncertain' }));
const report = measure([...twoGenres, ...attacked, ...french], 20, 1);
const targets = targetsOf(report);

describe('tables of an evaluation', () => {
  const text = reportTables(report, targets);

  it('show a figure with its interval, and its goal with whether it is met', () => {
    assert.match(text, /\| Human texts called `ai` \| ≤ 0\.5 % \| 2\.5 % \[\d\.\d, \d\.\d\] \| no \|/);
    assert.match(
      text,
      /\| Human texts called `ai`, worst source \| ≤ 2 % \| 5\.0 % \[.*\] \(notes_human\) \| no \|/,
    );
    assert.equal(index({ value: 0.98765, low: 0.9, high: 1 }), '0.988 [0.900, 1.000]');
    assert.equal(percent({ value: 0.0123, low: 0, high: 0.05 }), '1.2 % [0.0, 5.0]');
    assert.equal(percent(null), '-');
  });

  it('have a part for every property that figures are reported by', () => {
    for (const property of [
      'length',
      'genre',
      'source',
      'generator',
      'domain',
      'language',
      'edit',
      'attack',
    ]) {
      assert.match(text, new RegExp(`^## By ${property}`, 'm'));
    }
  });

  it('are well-formed: every row of a table has the cells of its heading', () => {
    for (const table of text.split('\n\n').filter((part) => part.startsWith('|'))) {
      const widths = new Set(table.split('\n').map((line) => line.split(' | ').length));
      assert.equal(widths.size, 1, table);
    }
  });
});

describe('model card', () => {
  const source = {
    voice: null,
    partner: null,
    style: null,
    text: '',
    domain: 'test',
    group: '',
    id: '',
    generator: null,
    attack: null,
  };
  const sources = countSources([
    { ...source, source: 'blogs_human', isAi: false, year: 2012 },
    { ...source, source: 'blogs_human', isAi: false, year: 2008 },
    { ...source, source: 'blogs_human', isAi: false, year: null },
    { ...source, source: 'alpaca_eval', isAi: true, year: 2023 },
    { ...source, source: 'stranger', isAi: true, year: null },
  ]);
  const card = modelCard({
    ...{ model: 'inkling-en 9.9', command: 'npm run evaluate -- --corpus DIR', cap: 100 },
    ...{ sources, targets, report, plot: 'reliability.svg' },
    falseAlarms: [
      { level: 10, texts: 4000, all: 4.42, mostSource: 'jobs_human', most: 41.2, sources: 60, over: 2 },
    ],
  });

  it('names the model and how the card is made', () => {
    assert.match(card, /^# Model card: inkling-en 9\.9\n/);
    assert.match(card, /`npm run evaluate -- --corpus DIR`/);
  });

  it('answers on its first screen how often it wrongs people, what it finds and where not to use it', () => {
    const first = card.slice(0, card.indexOf('## What it is'));
    assert.match(
      first,
      /call a person's text AI\?\*\* Of texts by people 2\.5 % \[.*\(notes_human\) 5\.0 %/s,
    );
    assert.match(first, /does it find\?\*\* Of texts by AI 50\.0 %/);
    assert.match(first, /must I not use it\?\*\* As evidence against a person/);
  });

  it('says how far the number of false alarms held on sources that it was not made from', () => {
    assert.match(card, /\| at most 10 +\| 4000 +\| 4\.4 +\| jobs_human: 41 +\| 2 of 60/);
  });

  it('says for whom it must not be used', () => {
    assert.match(card, /## For whom it must not be used\n\n- Not as evidence against a person\./);
    for (const word of ['disciplinary', 'second language', 'children', 'under 60 words', 'other languages']) {
      assert.ok(card.includes(word), word);
    }
  });

  it('states counts, years, licence and repositories of what it was trained on', () => {
    assert.match(card, /3 human and 2 AI texts in English, from 3 sources/);
    assert.match(
      card,
      /\| blogs_human \| .* \| 3 \| 0 \| 2008 to 2012 \| .*MIT: artsy\/artsy\.github\.io.* \|/,
    );
    assert.match(card, /\| alpaca_eval \| .* \| 0 \| 1 \| 2023 \| Apache-2\.0: tatsu-lab\/alpaca_eval \|/);
    assert.match(card, /\| stranger \| not recorded \| 0 \| 1 \| not stated \| not recorded \|/);
  });

  it('names where it fails', () => {
    assert.match(card, /## Where it fails\n[^#]*\| Genre \| notes: 0\.\d{3} .* \| notes: 5\.0 % /);
    assert.match(card, /\| Source \| notes_\w+: .* \| notes_human: /);
    assert.match(card, /\| Attack \| case: 0\.\d{3}/);
  });

  it('shows the plot, and that other languages are left undecided', () => {
    assert.ok(card.includes('](reliability.svg)'));
    assert.match(card, /\| fr \| 60 \| 0 \| .* \| 100\.0 % \[94\.\d, 100\.0\] \|/);
  });

  it('leaves no figure that is not one', () => {
    assert.doesNotMatch(card, /NaN|undefined|null|Infinity/);
  });
});

describe('reliability plot', () => {
  const svg = reliabilityPlot(report.reliability);

  it('titles its axes, counts its texts and is described for those who cannot see it', () => {
    assert.ok(svg.includes('>Mean score of the texts in a bin<'));
    assert.ok(svg.includes('>Share written by an AI (classes weighed equally)<'));
    assert.match(svg, /<title[^>]*>Reliability of the score<\/title>/);
    assert.match(svg, /<desc[^>]*>Scores 0\.1 to 0\.2: 0\.0 % written by an AI\./);
    assert.equal((svg.match(/class="interval"/g) ?? []).length, (svg.match(/<circle/g) ?? []).length);
    assert.ok(svg.includes('>60</text>'));
  });

  it('can be read in a dark scheme and runs nothing', () => {
    assert.ok(svg.includes('@media (prefers-color-scheme: dark)'));
    assert.doesNotMatch(svg, /<script|href|\bon\w+=|NaN/);
  });
});
