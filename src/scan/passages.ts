import { createHash } from 'node:crypto';
import { blocksOf, withoutBlocks, wordPattern, type KeptProse } from '../prose/text/blocks.ts';
import type { Prose } from '../prose/text/prose.ts';

/** A paragraph, list or heading of a text: what a baseline knows again. Offsets are UTF-16 code units, end exclusive. */
export interface Passage {
  start: number;
  end: number;
  /** Of its words alone: the same wherever it stands and however it is wrapped, spaced or set. */
  hash: string;
}

/** How many words a text has, as people count them. */
export function countWords(text: string): number {
  return text.match(wordPattern)?.length ?? 0;
}

/** The passages of a text of prose, between its blank lines. */
export function passagesOf(text: string): Passage[] {
  return blocksOf(text).map(({ start, end }) => ({ start, end, hash: hashOf(text.slice(start, end)) }));
}

function hashOf(passage: string): string {
  const words = passage.normalize('NFKC').toLowerCase().match(wordPattern) ?? [];
  return createHash('sha256').update(words.join(' ')).digest('hex').slice(0, 32);
}

/**
 * Takes out of a document's prose the passages that a baseline keeps.
 * @param kept hashes with their reasons: `Baseline.kept`.
 */
export function withoutKept(document: string, prose: Prose, kept: ReadonlyMap<string, string>): KeptProse {
  if (kept.size === 0) return { ...prose, ignored: [] };
  return withoutBlocks(document, prose, ({ start, end }) => kept.get(hashOf(prose.text.slice(start, end))));
}
