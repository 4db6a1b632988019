import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import * as v from 'valibot';

/** How long the requests of one kind took: milliseconds. */
export const Latency = v.object({
  requests: v.number(),
  p50: v.number(),
  p95: v.number(),
  p99: v.number(),
  max: v.number(),
});
export type Latency = v.InferOutput<typeof Latency>;

/** Latencies by the kind of request, since the last time that they were taken and since the beginning. */
export class Latencies<Kind extends string> {
  readonly #kinds: readonly Kind[];
  #recent: Map<Kind, RecordableHistogram>;
  readonly #all: Map<Kind, RecordableHistogram>;

  constructor(kinds: readonly Kind[]) {
    this.#kinds = kinds;
    this.#recent = this.#empty();
    this.#all = this.#empty();
  }

  /** @param milliseconds from the request's start to the last byte of its answer. */
  record(kind: Kind, milliseconds: number): void {
    this.#recent.get(kind)?.record(Math.max(1, Math.round(milliseconds * 1000)));
  }

  /** What was recorded since the last call. Kinds that were not asked for are left out. */
  takeRecent(): Record<string, Latency> {
    const taken = this.#recent;
    this.#recent = this.#empty();
    for (const [kind, histogram] of taken) this.#all.get(kind)?.add(histogram);
    return summaries(taken);
  }

  /** What was recorded since the beginning. */
  all(): Record<string, Latency> {
    this.takeRecent();
    return summaries(this.#all);
  }

  /** Histograms of microseconds: their size does not grow with what they hold. */
  #empty(): Map<Kind, RecordableHistogram> {
    return new Map(
      this.#kinds.map((kind) => [kind, createHistogram({ lowest: 1, highest: 120e6, figures: 3 })]),
    );
  }
}

function summaries(histograms: ReadonlyMap<string, RecordableHistogram>): Record<string, Latency> {
  return Object.fromEntries(
    [...histograms]
      .filter(([, { count }]) => count > 0)
      .map(([kind, histogram]) => [
        kind,
        {
          requests: histogram.count,
          p50: histogram.percentile(50) / 1000,
          p95: histogram.percentile(95) / 1000,
          p99: histogram.percentile(99) / 1000,
          max: histogram.max / 1000,
        },
      ]),
  );
}
