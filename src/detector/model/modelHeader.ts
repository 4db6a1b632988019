import * as v from 'valibot';
import { families } from '../features/features.ts';
import { kindNames } from './kinds.ts';

/** What was learnt lies between 0.01 and 10. Numbers this large would still give a score, never infinity. */
const Learnt = v.pipe(v.number(), v.minValue(-1e6), v.maxValue(1e6));
const Probability = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** The JSON in front of a model file's weights: what `Model` holds beside them. */
export const ModelHeader = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  families: v.pipe(
    v.array(v.object({ family: v.picklist(families), scale: Learnt, bias: Learnt, share: Learnt })),
    v.minLength(1),
  ),
  calibration: v.object({ offset: Learnt, slope: Learnt, length: Learnt, both: Learnt }),
  growth: v.pipe(v.number(), v.minValue(0), v.maxValue(2)),
  kinds: v.pipe(
    v.object({
      names: v.array(v.picklist(kindNames)),
      scale: Learnt,
      biases: v.array(Learnt),
      offsets: v.array(Learnt),
      slopes: v.array(Learnt),
    }),
    v.check(
      ({ names, ...columns }) =>
        [columns.biases, columns.offsets, columns.slopes].every(({ length }) => length === names.length),
      'Not one number for each kind.',
    ),
  ),
  thresholds: v.pipe(
    v.object({ ai: Probability, human: Probability, surelyAi: Probability }),
    v.check(({ human, ai, surelyAi }) => human < ai && ai <= surelyAi, 'They are not in order.'),
  ),
});
export type ModelHeader = v.InferOutput<typeof ModelHeader>;
