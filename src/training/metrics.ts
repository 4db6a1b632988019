/** Measures of a detector. Scores of texts written by an AI should be higher than those of people. */

/** Area under the ROC curve by ranks, ties counted half; NaN when a class is missing. */
export function auroc(human: readonly number[], ai: readonly number[]): number {
  const all = [
    ...human.map((score) => ({ score, isAi: false })),
    ...ai.map((score) => ({ score, isAi: true })),
  ];
  all.sort((a, b) => a.score - b.score);
  let rankSum = 0;
  for (let i = 0; i < all.length;) {
    let end = i;
    while (end < all.length && all[end]!.score === all[i]!.score) end++;
    const rank = (i + 1 + end) / 2;
    for (; i < end; i++) if (all[i]!.isAi) rankSum += rank;
  }
  return (rankSum - (ai.length * (ai.length + 1)) / 2) / (ai.length * human.length);
}

/** The score that a share `share` of the sorted-ascending `scores` lies at or below. */
export function quantile(scores: readonly number[], share: number): number {
  const sorted = [...scores].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1))] ?? NaN;
}

/** Share of the AI texts above the score that a share `rate` of the human texts exceeds. */
export function recallAt(rate: number, human: readonly number[], ai: readonly number[]): number {
  const threshold = quantile(human, 1 - rate);
  return share(ai, (score) => score > threshold);
}

/** The share of `items` for which `holds`; NaN of none. */
export function share<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return items.filter(holds).length / items.length;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Expected calibration error over ten equal bins of the score, each class weighing the same. */
export function calibrationError(human: readonly number[], ai: readonly number[]): number {
  let error = 0;
  for (let bin = 0; bin < 10; bin++) {
    const inBin = (score: number): boolean => Math.min(9, Math.floor(score * 10)) === bin;
    const people = human.filter(inBin);
    const machines = ai.filter(inBin);
    const sum = (scores: number[]): number => scores.reduce((total, score) => total + score, 0);
    const shareAi = machines.length / ai.length / 2;
    const expected = sum(people) / human.length / 2 + sum(machines) / ai.length / 2;
    error += Math.abs(shareAi - expected);
  }
  return error;
}
