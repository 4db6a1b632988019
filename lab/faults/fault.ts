import type { PostgresServer } from '../../test/rig/postgres.ts';
import type { Random } from './random.ts';

/** A failure under a running service, with the checks that follow it. */
export interface Fault {
  /** The name for `--only`. */
  name: string;
  /** What the user does not lose. */
  title: string;
  /** Whether `npm run test:serve` includes a round of it. */
  isQuick: boolean;
  /** The reason why this machine can't run it, if any. */
  missing?: () => string | null;
  /**
   * Runs one round.
   * @returns a short summary with figures.
   * @throws AssertionError that names the failed check.
   */
  play: (stage: Stage) => Promise<string>;
}

/** The resources of one round. */
export interface Stage {
  /** An empty folder, removed afterwards. */
  folder: string;
  random: Random;
  /** One server for all rounds, started on first use. */
  postgres: () => Promise<PostgresServer>;
}
