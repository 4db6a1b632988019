import type fc from 'fast-check';

/** A property of every generated input: `holds` throws if it fails. */
export interface Check {
  inputs: fc.Arbitrary<unknown>;
  holds(input: unknown): void | Promise<void>;
}

export function check<T>(inputs: fc.Arbitrary<T>, holds: (input: T) => void | Promise<void>): Check {
  return { inputs, holds };
}

/** What a module of `targets/` exports as `target`. It is imported again in a separate thread for each check. */
export interface FuzzTarget {
  checks: Readonly<Record<string, Check>>;
  /** Starts what the checks use, such as a service. */
  open?(): Promise<void>;
  close?(): Promise<void>;
}
