import { availableParallelism, cpus } from 'node:os';
import { linePlot, type Line } from '../plot/linePlot.ts';
import { kinds } from '../serve/traffic.ts';
import type { Sample, Soaked } from './database.ts';
import { shortestJudged, type Rise } from './judge.ts';
import type { SoakOptions } from './options.ts';

const storeTitles = { sqlite: 'SQLite, one process', postgres: 'PostgreSQL, three processes' };

/** What was seen, as a page in Markdown that shows the plots beside it. */
export function soakPage(runs: readonly Soaked[], { minutes, reports, seed }: SoakOptions): string {
  return `# Soak

\`npm run soak -- --minutes ${minutes} --reports ${reports} --stores ${runs.map(({ store }) => store).join(',')} --seed ${seed}\`, ${new Date().toISOString().slice(0, 10)},
Node ${process.versions.node}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, which the load shared.

${runs.map(section).join('\n')}`;
}

/** The plots of a run, by the names of their files. */
export function soakPlots({ store, samples }: Soaked): [name: string, svg: string][] {
  const title = storeTitles[store];
  const time = { title: 'Time, minutes', scale: 'linear' } as const;
  const ofServers = (valueOf: (server: number, at: number) => number): Line[] =>
    (samples[0]?.uses ?? []).map((_, server) => ({
      name: `process ${server + 1}`,
      points: samples.slice(1).map(({ seconds }, i) => [seconds / 60, valueOf(server, i + 1)] as const),
    }));
  const ofKinds = (share: 'p50' | 'p99'): Line[] =>
    kinds.map((kind) => ({
      name: kind,
      points: samples.flatMap(({ seconds, latencies: { [kind]: latency } }) =>
        latency ? [[seconds / 60, latency[share]] as const] : [],
      ),
    }));
  const plots = {
    memory: {
      y: 'Resident memory, MB',
      lines: ofServers((server, at) => samples[at]!.uses[server]!.residentMegabytes),
    },
    descriptors: {
      y: 'Open descriptors',
      lines: ofServers((server, at) => samples[at]!.uses[server]!.descriptors),
    },
    processor: {
      y: 'Processor time, cores',
      lines: ofServers((server, at) => coresAt(samples, at)[server]!),
    },
    p50: { y: 'Median latency, ms', lines: ofKinds('p50') },
    p99: { y: '99th percentile of latency, ms', lines: ofKinds('p99') },
  };
  return Object.entries(plots).map(([name, { y, lines }]) => [
    plotName(store, name),
    linePlot({
      title: `${title}: ${y}`,
      x: time,
      y: { title: y, scale: name.startsWith('p') && name !== 'processor' ? 'log' : 'linear' },
      lines,
    }),
  ]);
}

const plotName = (store: string, name: string): string => `${store}-${name}.svg`;

function section({ store, samples, latencies, acknowledged, rises, found }: Soaked): string {
  const all = kinds.flatMap((kind) => (latencies[kind] ? [{ kind, ...latencies[kind] }] : []));
  const requests = all.reduce((sum, latency) => sum + latency.requests, 0);
  const verdict = found.length === 0 ? ['Nothing.'] : found.map((finding) => `- ${finding}`);
  return `## ${storeTitles[store]}

${thousands(requests)} requests were answered as they have to be; ${thousands(acknowledged)} scans and deletions were acknowledged. Then every
report was read and compared with what was acknowledged. What was found:

${verdict.join('\n')}

${growth(rises)}

${table(
  ['kind of request', 'requests', 'p50, ms', 'p95, ms', 'p99, ms', 'most, ms'],
  all.map(({ kind, requests: count, p50, p95, p99, max }) => [
    kind,
    thousands(count),
    ...[p50, p95, p99, max].map(milliseconds),
  ]),
)}

### Over time

${['memory', 'descriptors', 'processor', 'p50', 'p99'].map((name) => `![${name}](${plotName(store, name)})`).join('\n')}

A process each, with commas between:

${table(
  ['seconds', 'requests/s', 'memory, MB', 'descriptors', 'cores'],
  samples.slice(1).map((sample, i) => [
    sample.seconds.toFixed(0),
    thousands(requestsIn(sample) / (sample.seconds - samples[i]!.seconds)),
    sample.uses.map((use) => use.residentMegabytes.toFixed(0)).join(', '),
    sample.uses.map((use) => use.descriptors).join(', '),
    coresAt(samples, i + 1)
      .map((cores) => cores.toFixed(2))
      .join(', '),
  ]),
)}

Median and 99th percentile of latency, ms:

${table(
  ['seconds', ...kinds],
  samples.slice(1).map(({ seconds, latencies: recent }) => [
    seconds.toFixed(0),
    ...kinds.map((kind) => {
      const latency = recent[kind];
      return latency ? `${milliseconds(latency.p50)}, ${milliseconds(latency.p99)}` : '';
    }),
  ]),
)}
`;
}

function growth(rises: Soaked['rises']): string {
  const how =
    'How growth is judged: over the second half of the time, along the slope of Theil and Sen (the median of the slopes between any two samples).';
  if (rises.length === 0) return `${how} Below ${shortestJudged} seconds it is not: all of it is warming up.`;
  const said = ({ rise, bound }: Rise): string => `${rise.toFixed(1)} (at most ${bound.toFixed(1)})`;
  return `${how}

${table(
  ['process', 'memory rose by, MB', 'descriptors rose by'],
  rises.map(({ memory, descriptors }, i) => [String(i + 1), said(memory), said(descriptors)]),
)}`;
}

/** How many cores each server took since the sample before. */
function coresAt(samples: readonly Sample[], at: number): number[] {
  const [before, now] = [samples[at - 1]!, samples[at]!];
  return now.uses.map(
    ({ cpuSeconds }, server) =>
      (cpuSeconds - before.uses[server]!.cpuSeconds) / (now.seconds - before.seconds),
  );
}

const requestsIn = ({ latencies }: Sample): number =>
  Object.values(latencies).reduce((sum, { requests }) => sum + requests, 0);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

const thousands = (value: number): string => Math.round(value).toLocaleString('en');

/** With as many digits as say something. */
const milliseconds = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
