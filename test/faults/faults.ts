import { endBackends } from './endBackends.ts';
import type { Fault } from './fault.ts';
import { killDetectorThread } from './killDetectorThread.ts';
import { killOneOfThree } from './killOneOfThree.ts';
import { killPostgres } from './killPostgres.ts';
import { killServer } from './killServer.ts';

export const faults: readonly Fault[] = [
  killServer,
  killDetectorThread,
  killOneOfThree,
  killPostgres,
  endBackends,
];
