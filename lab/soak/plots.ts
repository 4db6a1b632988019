import type { Axis } from '../plot/axis.ts';
import { linePlot, type Line } from '../plot/linePlot.ts';
import type { Kind } from '../../test/serve/traffic.ts';
import type { Sample, Soaked } from './database.ts';

export const storeTitles = { sqlite: 'SQLite, one process', postgres: 'PostgreSQL, three processes' };

/** Kinds of requests drawn in one plot. */
const groups = {
  reading: ['list', 'walk', 'show', 'page', 'projects'],
  writing: ['scan', 'delete', 'deleteProject'],
} as const satisfies Record<string, Kind[]>;

/** The plots of a run, by file name. */
export function soakPlots(run: Soaked): Map<string, string> {
  const { samples } = run;
  const ofServers = (valueOf: (server: number, at: number) => number): Line[] =>
    (samples[0]?.uses ?? []).map((_, server) => ({
      name: `process ${server + 1}`,
      points: samples.slice(1).map((sample, i) => [minutesOf(sample), valueOf(server, i + 1)] as const),
    }));
  const ofKinds = (kindsOf: readonly Kind[], share: 'p50' | 'p99'): Line[] =>
    kindsOf.map((kind) => ({
      name: kind,
      points: samples.flatMap((sample) => {
        const latency = sample.latencies[kind];
        return latency ? [[minutesOf(sample), latency[share]] as const] : [];
      }),
    }));
  const plots = new Map<string, string>();
  const add = (name: string, y: Axis, lines: Line[]): void => {
    const title = `${storeTitles[run.store]}: ${y.title[0]?.toLowerCase()}${y.title.slice(1)}`;
    const x: Axis = { title: 'Time, minutes', scale: 'linear' };
    plots.set(`${run.store}-${name}.svg`, linePlot({ title, x, y, lines }));
  };
  add(
    'memory',
    { title: 'Resident memory, MB', scale: 'linear' },
    ofServers((server, at) => samples[at]!.uses[server]!.residentMegabytes),
  );
  add(
    'descriptors',
    { title: 'Open descriptors', scale: 'linear' },
    ofServers((server, at) => samples[at]!.uses[server]!.descriptors),
  );
  add(
    'processor',
    { title: 'Processor time, cores', scale: 'linear' },
    ofServers((server, at) => coresAt(samples, at)[server]!),
  );
  for (const [group, kindsOf] of Object.entries(groups)) {
    add(`${group}-p50`, { title: `Median of ${group}, ms`, scale: 'log' }, ofKinds(kindsOf, 'p50'));
    add(`${group}-p99`, { title: `99th percentile of ${group}, ms`, scale: 'log' }, ofKinds(kindsOf, 'p99'));
  }
  return plots;
}

/** Rounded, so that an axis ends at the end of the run. */
const minutesOf = ({ seconds }: Sample): number => Number((seconds / 60).toPrecision(3));

/** The number of cores each server used since the previous sample. */
export function coresAt(samples: readonly Sample[], at: number): number[] {
  const [before, now] = [samples[at - 1]!, samples[at]!];
  return now.uses.map(
    ({ cpuSeconds }, server) =>
      (cpuSeconds - before.uses[server]!.cpuSeconds) / (now.seconds - before.seconds),
  );
}
