import type { PostgresServer } from '../../test/rig/postgres.ts';
import type { Random } from './random.ts';

/** Something that breaks under a running service, and what has to hold afterwards. */
export interface Fault {
  /** For `--only`. */
  name: string;
  /** What the user keeps. */
  title: string;
  /** Whether a round of it belongs to `npm run test:serve`. */
  isQuick: boolean;
  /** Why it can't be played on this machine, if so. */
  missing?: () => string | null;
  /**
   * Plays one round.
   * @returns what was seen, in a few words with figures.
   * @throws AssertionError that says what did not hold.
   */
  play: (stage: Stage) => Promise<string>;
}

/** What one round of a fault has to itself. */
export interface Stage {
  /** Empty, and removed afterwards. */
  folder: string;
  random: Random;
  /** One server for all rounds, started on first use. */
  postgres: () => Promise<PostgresServer>;
}
