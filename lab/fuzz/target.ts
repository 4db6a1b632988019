import type fc from 'fast-check';

/** Something that must hold for whatever is generated: `holds` throws where it does not. */
export interface Check {
  inputs: fc.Arbitrary<unknown>;
  holds(input: unknown): void | Promise<void>;
}

export function check<T>(inputs: fc.Arbitrary<T>, holds: (input: T) => void | Promise<void>): Check {
  return { inputs, holds };
}

/** What a module of `targets/` exports as `target`; it is imported again, in a thread of its own, for each check. */
export interface FuzzTarget {
  checks: Readonly<Record<string, Check>>;
  /** Starts what the checks speak to, such as a service. */
  open?(): Promise<void>;
  close?(): Promise<void>;
}
