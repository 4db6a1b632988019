import { Problem } from './problem.ts';

/** The bytes of a budget that one request uses. */
export interface ByteReservation {
  /** Changes the number of bytes. @throws Problem 503, without changing it, when the budget would be exceeded. */
  set(bytes: number): void;
  /** Returns all bytes to the budget. */
  release(): void;
}

const mebibyte = 1024 * 1024;

/** Limits the bytes that requests may use in memory, in total and per owner. */
export class ByteBudget {
  readonly #limits: { each: number; all: number };
  readonly #refusal: string;
  readonly #reserved = new Map<string, number>();
  #total = 0;

  /** @param refusal the message for a request over the limit. */
  constructor(refusal: string, limits = { each: 32 * mebibyte, all: 128 * mebibyte }) {
    this.#limits = limits;
    this.#refusal = refusal;
  }

  /**
   * @param owner an account, or the network of a client without one.
   * @throws Problem 503 when the budget would be exceeded. If no other request uses the budget, any size is accepted.
   */
  reserve(owner: string, bytes: number): ByteReservation {
    let reserved = 0;
    let isReleased = false;
    const set = (next: number): void => {
      if (isReleased) return;
      const ofOwner = (this.#reserved.get(owner) ?? 0) - reserved;
      const ofOthers = this.#total - reserved;
      const { each, all } = this.#limits;
      const isOver = (ofOwner > 0 && ofOwner + next > each) || (ofOthers > 0 && ofOthers + next > all);
      if (next > reserved && isOver) throw overloaded(this.#refusal);
      this.#total = ofOthers + next;
      if (ofOwner + next === 0) this.#reserved.delete(owner);
      else this.#reserved.set(owner, ofOwner + next);
      reserved = next;
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

/** The memory budgets of one service. */
export interface Budgets {
  /** Bodies being received, and then their texts until they are answered. */
  bodies: ByteBudget;
  /** Compressed reports being sent to their readers. */
  answers: ByteBudget;
}

export function createBudgets(): Budgets {
  return {
    bodies: new ByteBudget('Too many long texts at the same time. Try again in a few seconds.'),
    answers: new ByteBudget('Too many long reports at the same time. Try again in a few seconds.'),
  };
}

/** The error for texts that would have to wait for a detector thread. */
export function tooManyTexts(): Problem {
  return overloaded('Too many texts from this account are waiting. Try again in a few seconds.');
}

/** 503 with `Retry-After` for a request that the service has no capacity for at the moment. */
export function overloaded(message: string): Problem {
  return new Problem(503, message, { headers: { 'Retry-After': '3' }, code: 'overloaded' });
}
