/**
 * Loaded first into every process and thread whose coverage is collected. $NODE_V8_COVERAGE makes V8 count each run of
 * a block, for which it gives up inlining: hot loops run up to ten times slower. Whether a block ran at all is cheaper
 * to know, and enough.
 */
import { Session } from 'node:inspector';

const session = new Session();
session.connect();
session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
