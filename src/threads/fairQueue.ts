/** A waiting item: its account, and its amount of work in any unit. */
export interface Queued {
  account: string;
  cost: number;
}

/** One account's waiting items. Work is measured on the queue's clock. */
interface Line<Item> {
  /** The clock value at which the account's next item starts. */
  start: number;
  items: { item: Item; due: number }[];
}

/**
 * Shares one or several workers between accounts by the amount of work that they request: self-clocked fair
 * queueing (Golestani, 1994). Accounts with items of the same size take turns; an account with items of a tenth of the
 * size gets ten turns for one. So an account that floods the queue delays only itself. Within an account, short items
 * overtake a long one, until their total work exceeds that of the long one.
 */
export class FairQueue<Item extends Queued> {
  readonly #lines = new Map<string, Line<Item>>();
  /** The work done so far. An account without waiting items starts here. */
  #clock = 0;

  get size(): number {
    return [...this.#lines.values()].reduce((sum, { items }) => sum + items.length, 0);
  }

  sizeOf(account: string): number {
    return this.#lines.get(account)?.items.length ?? 0;
  }

  push(item: Item): void {
    let line = this.#lines.get(item.account);
    if (line === undefined) {
      line = { start: this.#clock, items: [] };
      this.#lines.set(item.account, line);
    }
    line.items.push({ item, due: line.start + item.cost });
  }

  /** Removes the next item. */
  shift(): Item | undefined {
    let next: { line: Line<Item>; item: Item; end: number } | undefined;
    for (const line of this.#lines.values()) {
      const { item } = line.items.reduce((first, other) => (other.due < first.due ? other : first));
      const end = line.start + item.cost;
      if (next === undefined || end < next.end) next = { line, item, end };
    }
    if (next === undefined) return undefined;
    next.line.start = next.end;
    this.#clock = Math.max(this.#clock, next.end);
    this.remove(next.item);
    return next.item;
  }

  /** Removes the last item of the account with the most items, for when the queue is too long. */
  pop(): Item | undefined {
    const [first, ...others] = this.#lines.values();
    if (first === undefined) return undefined;
    const { items } = others.reduce(
      (most, other) => (other.items.length > most.items.length ? other : most),
      first,
    );
    const { item } = items.reduce((last, other) => (other.due >= last.due ? other : last));
    this.remove(item);
    return item;
  }

  remove(item: Item): void {
    const line = this.#lines.get(item.account);
    const place = line?.items.findIndex((other) => other.item === item) ?? -1;
    if (line === undefined || place < 0) return;
    line.items.splice(place, 1);
    if (line.items.length === 0) this.#lines.delete(item.account);
  }
}
