/**
 * The best label (from 0) of each of `count` items: the path with the highest sum of scores, less `changeCost` for each
 * change of label. Of equals, the lower label is better. Linear in items.
 */
export function bestLabels(
  count: number,
  labels: number,
  changeCost: number,
  score: (item: number, label: number) => number,
): Uint8Array {
  const cameFrom = new Uint8Array(count * labels);
  const best = new Float64Array(labels);
  let leader = 0;
  for (let item = 0; item < count; item++) {
    const changed = best[leader]! - changeCost;
    for (let label = 0; label < labels; label++) {
      const stays = best[label]! >= changed;
      cameFrom[item * labels + label] = stays ? label : leader;
      best[label] = (stays ? best[label]! : changed) + score(item, label);
    }
    leader = 0;
    for (let label = 1; label < labels; label++) if (best[label]! > best[leader]!) leader = label;
  }
  const path = new Uint8Array(count);
  for (let item = count - 1; item >= 0; item--) {
    path[item] = leader;
    leader = cameFrom[item * labels + leader]!;
  }
  return path;
}
