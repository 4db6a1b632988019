import { Problem } from './problem.ts';

/** Bytes that one request holds of a budget. */
export interface ByteHold {
  /**
   * Holds so many from now on, more or fewer than before.
   * @throws Problem when they would be too many; then it holds what it held.
   */
  set(bytes: number): void;
  /** Holds none from now on. */
  release(): void;
}

/** How many bytes requests may hold in memory: those of one owner, and all together. */
export class ByteBudget {
  readonly #each: number;
  readonly #all: number;
  readonly #refusal: () => Problem;
  readonly #held = new Map<string, number>();
  #total = 0;

  /** @param refusal what is thrown for a request that would hold too much. */
  constructor({ each, all }: { each: number; all: number }, refusal: () => Problem) {
    this.#each = each;
    this.#all = all;
    this.#refusal = refusal;
  }

  /**
   * @param owner an account, or the network of somebody who needs none.
   * @throws Problem when that is too much beside what is held already. One request alone is always let through.
   */
  hold(owner: string, bytes: number): ByteHold {
    let held = 0;
    let isReleased = false;
    const set = (next: number): void => {
      if (isReleased) return;
      const ofOwner = (this.#held.get(owner) ?? 0) - held;
      const ofOthers = this.#total - held;
      const isOver =
        (ofOwner > 0 && ofOwner + next > this.#each) || (ofOthers > 0 && ofOthers + next > this.#all);
      if (next > held && isOver) throw this.#refusal();
      this.#total = ofOthers + next;
      if (ofOwner + next === 0) this.#held.delete(owner);
      else this.#held.set(owner, ofOwner + next);
      held = next;
    };
    set(bytes);
    return {
      set,
      release: () => {
        set(0);
        isReleased = true;
      },
    };
  }
}

const mebibyte = 1024 * 1024;

/** What the requests to one service may hold in memory. */
export interface Budgets {
  /** Bodies that come, and the texts in them until they are answered. */
  bodies: ByteBudget;
  /** Reports that are sent to their readers, as they are held: compressed. */
  answers: ByteBudget;
}

export function createBudgets(): Budgets {
  return {
    bodies: new ByteBudget({ each: 32 * mebibyte, all: 128 * mebibyte }, () =>
      overloaded('Too many long texts at the same time. Try again in a few seconds.'),
    ),
    answers: new ByteBudget({ each: 32 * mebibyte, all: 128 * mebibyte }, () =>
      overloaded('Too many long reports at the same time. Try again in a few seconds.'),
    ),
  };
}

/** For those who would wait for a detector thread. */
export function tooManyTexts(): Problem {
  return overloaded('Too many texts of this account are waiting. Try again in a few seconds.');
}

/** 503 with `Retry-After` for what there is no room for at the moment. */
export function overloaded(message: string): Problem {
  return new Problem(503, message, { 'Retry-After': '3' }, { code: 'overloaded' });
}
