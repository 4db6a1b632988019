declare module '@bcoe/v8-coverage' {
  import type { Profiler } from 'node:inspector';

  interface ProcessCoverage {
    result: Profiler.ScriptCoverage[];
  }

  /** Adds up counts of the same scripts. What is handed in may be changed. */
  export function mergeProcessCovs(processes: ProcessCoverage[]): ProcessCoverage;
}
