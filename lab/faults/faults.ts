import { clock } from './clock.ts';
import { damage } from './damage.ts';
import { endBackends } from './endBackends.ts';
import type { Fault } from './fault.ts';
import { fullDisk } from './fullDisk.ts';
import { halfMigration, halfMigrationPostgres } from './halfMigration.ts';
import { killDetectorThread } from './killDetectorThread.ts';
import { killOneOfThree } from './killOneOfThree.ts';
import { killPostgres } from './killPostgres.ts';
import { killServer } from './killServer.ts';

import { powerLoss } from './powerLoss.ts';
import { readOnly } from './readOnly.ts';

import { twoEditors } from './twoEditors.ts';
import { twoServers } from './twoServers.ts';

export const faults: readonly Fault[] = [
  killServer,
  killDetectorThread,
  killOneOfThree,
  killPostgres,
  endBackends,
  fullDisk,
  readOnly,
  damage,
  halfMigration,
  halfMigrationPostgres,
  twoServers,
  powerLoss,
  clock,
  twoEditors,
];
