import { rmSync } from 'node:fs';
import { startPostgres, type PostgresServer } from '../../test/rig/postgres.ts';
import { temporaryFolder } from '../../test/rig/temporaryFolder.ts';
import type { Fault } from './fault.ts';
import { randomOf } from './random.ts';

/** Maximum milliseconds of one round on a busy machine. */
const roundLimit = 180_000;

/** Defines a test for each fault and round. The same seed gives the same moments. */
export function defineRounds(faults: readonly Fault[], rounds: number, seed: string): void {
  describe(`faults, seed ${seed}`, function () {
    this.timeout(roundLimit);
    let postgres: Promise<PostgresServer> | undefined;
    let folder: string;

    beforeEach(() => {
      folder = temporaryFolder('faults');
    });
    afterEach(() => {
      rmSync(folder, { recursive: true }); // there may be thousands of rounds
    });
    after(async () => (await postgres)?.stop());

    for (let round = 1; round <= rounds; round++) {
      for (const { name, title, missing, play } of faults) {
        it(`${name}, round ${round}: ${title}`, async function () {
          const reason = missing?.() ?? null;
          if (reason !== null) {
            this.test!.title += ` (left out: ${reason})`;
            this.skip();
          }
          const random = randomOf(`${seed} ${name} ${round}`);
          const seen = await play({ folder, random, postgres: () => (postgres ??= startPostgres()) });
          this.test!.title += ` (${seen})`;
        });
      }
    }
  });
}
