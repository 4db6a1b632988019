import assert from 'node:assert/strict';
import * as v from 'valibot';
import { judgedLanguages } from '../../../../src/api/report.ts';
import { ModelDescription } from '../../../../src/api/service.ts';
import { readModelFile } from '../../../../src/cli/assets.ts';
import { falseAlarmsOf } from '../../../../src/detector/model/falseAlarms.ts';
import { modelFor } from '../../../../src/detector/model/model.ts';
import { describeModels } from '../../../../src/service/detection/describeModels.ts';

describe('what is said of the models', () => {
  const model = readModelFile();
  const described = v.parse(v.array(ModelDescription), describeModels(model));

  it('is of all the languages that are judged', () => {
    assert.deepEqual(
      described.map(({ language }) => language),
      [...judgedLanguages],
    );
  });

  it('gives for a score the same number as a result with this score', () => {
    let levelsSeen = 0;
    for (const { language, false_alarms } of described) {
      const { falseAlarms } = modelFor(model, language)!;
      for (const [cell, { levels, min_words: words }] of false_alarms.entries()) {
        const { kind } = falseAlarms.cells[cell]!;
        for (const { per_1000, score } of levels) {
          const told = falseAlarmsOf(falseAlarms, {
            score: Math.min(1, score + 1e-9),
            kind,
            words,
          })?.per_1000;
          assert.ok(typeof told === 'number' && told <= per_1000, `${language} ${kind} ${score}`);
          const below = falseAlarmsOf(falseAlarms, { score: score - 1e-9, kind, words })?.per_1000;
          assert.ok(typeof below === 'number' && below >= per_1000);
          levelsSeen++;
        }
      }
    }
    assert.ok(levelsSeen > 20);
  });
});
