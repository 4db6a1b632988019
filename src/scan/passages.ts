import { fromBase64, sha256 } from '#platform';
import { blocksOf, cutOut, placedBlocks, type Cut, type KeptProse } from '../text/blocks.ts';
import type { Range } from '../text/ranges.ts';
import type { Prose } from '../text/prose.ts';
import { wordPattern } from '../text/words.ts';

/** A paragraph, list or heading that a baseline can identify. */
export interface HashedBlock extends Range {
  /** A hash of the words only, so that moving, wrapping, spacing or styling the block doesn't change it. */
  hash: string;
}

/** The blocks of a text of prose, which blank lines separate. */
export function hashedBlocksOf(text: string): HashedBlock[] {
  return blocksOf(text).map(({ start, end }) => ({ start, end, hash: hashOf(text.slice(start, end)) }));
}

function hashOf(block: string): string {
  const words = block.normalize('NFKC').toLowerCase().match(wordPattern) ?? [];
  return toHex(fromBase64(sha256(words.join(' ')))).slice(0, 32);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Removes from a document's prose the passages that a baseline marks as human.
 * @param kept hashes with their reasons: `Baseline.kept`.
 */
export function withoutHumanPassages(
  document: string,
  prose: Prose,
  kept: ReadonlyMap<string, string>,
): KeptProse {
  const blocks = kept.size === 0 ? [] : placedBlocks(prose);
  const cuts = blocks.flatMap((block): Cut[] => {
    const { start, end } = block;
    const reason = kept.get(hashOf(prose.text.slice(start, end)));
    return reason === undefined ? [] : [{ start, end, block, reason }];
  });
  return cuts.length === 0 ? { ...prose, ignored: [] } : cutOut(document, prose, cuts, 'baseline');
}
