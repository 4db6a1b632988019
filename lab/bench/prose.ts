import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractProse } from '../../src/prose/extract.ts';
import { root } from '../../test/rig/paths.ts';

/** This repository's own prose, the text of most benchmarks. */
export function ownProse(): string {
  return ['README.md', 'CONTRIBUTING.md', 'lab/training/README.md']
    .map((name) => extractProse(readFileSync(join(root, name), 'utf8'), 'markdown')?.text ?? '')
    .join(' ')
    .replace(/\s+/g, ' ');
}
