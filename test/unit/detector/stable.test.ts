import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detect } from '../../../src/detector/detect.ts';
import type { Detection } from '../../../src/api/report.ts';
import { collectNgrams, families, noOccurrences } from '../../../src/detector/features/features.ts';
import { loadModel, saveModel, type Model } from '../../../src/detector/model/model.ts';
import { normalise } from '../../../src/detector/normalise/normalise.ts';
import { tokenise } from '../../../src/detector/features/tokens.ts';
import { eachVoice } from '../../../src/detector/model/voices.ts';
import { arbitraryLearnt } from './model-for-tests.ts';

/**
 * A model's weights belong to numbers that n-grams are hashed to. If a change of the code gave an n-gram another number,
 * every trained weight would silently belong to something else. So what is found in one text is written down here.
 *
 * When features change on purpose, train again, and take the new figures into `stable.json`.
 */
const text = `# The weather station at Pell Harbour

The station was built in 1931 by three brothers, and it has recorded wind, rain and pressure every hour since then. One
of them, Arthur, couldn't read; he drew the clouds instead. Moreover, the drawings are still there: 14,600 of them,
"from the quiet mornings to the winter storms" - all in pencil. I think you should see them!

- Readings are taken at 06:00, 12:00 and 18:00.
- The instruments (a barometer, two thermometers) were replaced in 1974.
- Don't move the rain gauge; nothing has been nearer the truth.

It is important to note that consistent measurement enables meaningful comparison across decades. Additionally, the
station provides valuable information for fishermen, engineers and researchers, fostering a deeper understanding of the
coastal climate. Furthermore, careful documentation ensures reliability. Ultimately, such institutions demonstrate how
persistent observation can lead to lasting knowledge, and they may well be essential for responsible planning.

Nobody knew who would pay. My aunt went to the council twice, shouted a bit, came home with a promise and a cold. Would
it help? We'd see. She kept the key under a flowerpot, told the whole street where it was, and made soup on Fridays for
whoever had climbed up through the gorse to read the dials. "They are not dials," she said, "they're neighbours."

\`\`\`js
const mean = readings.reduce((sum, { value }) => sum + value, 0) / readings.length;
\`\`\`

Der Wind kam in jener Nacht aus Norden, und die Brüder saßen bis zum Morgen am Fenster, weil keiner von ihnen schlafen
konnte. Später erzählten sie davon, als wäre es ein Fest gewesen, und jeder erzählte es ein wenig anders.

The ledger for that night holds a single line. It says 41 knots, rising, and then the pencil tears the paper. Nothing
is written for the next two days. When the entries begin again they are in another hand, small and upright, which
belonged to the youngest; he wrote up the station for 38 years, and never once mentioned why.`;

/** Weights that differ by family, and a document's logit in the middle of the scale, where everything shows. */
function unevenModel(): Model {
  const model = arbitraryLearnt();
  const shares = [0.5, 0.3, 0.2];
  const uneven = {
    ...model,
    families: model.families.map((family, f) => ({
      ...family,
      entries: family.entries.map((entry, bucket) => (entry & ~15) | ((bucket * 13) % 16)),
      voices: eachVoice((voice) => ({ ...family.voices[voice], bias: 0.05 * (f - 1), share: shares[f]! })),
    })),
    voices: {
      chat: { ...model.voices.chat, calibration: { offset: -0.3, slope: 1.5, length: 0.2, both: 0.3 } },
      plain: { ...model.voices.plain, calibration: { offset: -2, slope: 0.9, length: 0.1, both: 0.2 } },
    },
  };
  return loadModel(saveModel(uneven));
}

/** What a reader is told, but for the wording; to nine digits, since sums may end differently on another machine. */
function figuresOf(detection: Detection): unknown {
  const wording = ['label', 'message'];
  return JSON.parse(
    JSON.stringify(detection, (key, value: unknown) => {
      if (wording.includes(key)) return undefined;
      return typeof value === 'number' ? Number(value.toPrecision(9)) : value;
    }),
  );
}

const expected = JSON.parse(readFileSync(join(import.meta.dirname, 'stable.json'), 'utf8')) as {
  features: Record<string, string>;
  detection: unknown;
};

describe('a text that was read before', () => {
  it('has the features that models learnt', () => {
    const normal = normalise(text);
    const tokens = tokenise(normal);
    const features = Object.fromEntries(
      families.map((family) => {
        const found = noOccurrences();
        collectNgrams(family, normal, tokens, 0, tokens.count, found);
        const hash = createHash('sha256');
        for (let i = 0; i < found.count; i++) hash.update(`${found.buckets[i]!} ${found.positions[i]!}\n`);
        return [family, hash.digest('hex')];
      }),
    );
    assert.deepEqual(features, expected.features);
  });

  it('is found to be what it was: score, sentences, evidence with its places', () => {
    const detection = figuresOf(detect(text, unevenModel()));
    assert.deepEqual(detection, expected.detection);
  });
});
