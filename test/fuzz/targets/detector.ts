import { detect } from '../../../src/detector/detect.ts';
import { arbitraryModel } from '../../unit/detector/model-for-tests.ts';
import { assertSound } from '../../unit/detector/sound.ts';
import { documents } from '../../unit/detector/texts.ts';
import { check, type FuzzTarget } from '../target.ts';

const model = arbitraryModel();

export const target: FuzzTarget = {
  checks: {
    sound: check(documents, (text) => {
      assertSound(text, detect(text, model));
    }),
  },
};
