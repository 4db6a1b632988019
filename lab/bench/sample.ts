import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detect } from '../../src/detector/detect.ts';
import { loadModel } from '../../src/detector/model/model.ts';
import { root } from '../../test/rig/paths.ts';
import { ownProse } from './prose.ts';
import type { Sample } from './serviceFill.ts';

/** The given number of words of our own prose, analysed. */
export function sampleOf(words: number): Sample {
  const content = ownProse().split(' ').slice(0, words).join(' ');
  const model = loadModel(readFileSync(join(root, 'media/inkling-en.inkmodel')));
  return { content, detection: detect(content, model) };
}
