import { availableParallelism, cpus } from 'node:os';
import { markdownTable } from '../plot/markdownTable.ts';
import { kinds } from '../../test/serve/traffic.ts';
import type { Sample, Soaked } from './database.ts';
import { minJudged, type Rise } from './judge.ts';
import type { SoakOptions } from './options.ts';
import { coresAt, soakPlots, storeTitles } from './plots.ts';

/** The results as a Markdown page with the plots. */
export function soakPage(runs: readonly Soaked[], { minutes, reports, seed }: SoakOptions): string {
  return `# Soak

\`npm run soak -- --minutes ${minutes} --reports ${reports} --stores ${runs.map(({ store }) => store).join(',')} --seed ${seed}\`, ${new Date().toISOString().slice(0, 10)},
Node ${process.versions.node}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, which the load shared.

${runs.map(section).join('\n')}`;
}

function section(run: Soaked): string {
  const { store, samples, latencies, acknowledged, rises, found } = run;
  const all = kinds.flatMap((kind) => (latencies[kind] ? [{ kind, ...latencies[kind] }] : []));
  const requests = all.reduce((sum, latency) => sum + latency.requests, 0);
  const verdict = found.length === 0 ? ['Nothing.'] : found.map((finding) => `- ${finding}`);
  return `## ${storeTitles[store]}

${thousands(requests)} requests were answered as they have to be; ${thousands(acknowledged)} scans and deletions were acknowledged. Then every
report was read and compared with what was acknowledged. What was found:

${verdict.join('\n')}

${growth(rises)}

${markdownTable(
  ['kind of request', 'requests', 'p50, ms', 'p95, ms', 'p99, ms', 'most, ms'],
  all.map(({ kind, requests: count, p50, p95, p99, max }) => [
    kind,
    thousands(count),
    ...[p50, p95, p99, max].map(milliseconds),
  ]),
)}

### Over time

${[...soakPlots(run).keys()].map((name) => `![${name}](${name})`).join('\n')}

A process each, with commas between:

${markdownTable(
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

${markdownTable(
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
  const how = `How growth is judged: over the second half of the time, along the slope of Theil and Sen (the median of the
slopes between any two samples), but no further than from the highest of the first half to the last samples: memory
comes and goes in waves between collections of garbage.`;
  if (rises.length === 0)
    return `${how} This run was not judged: below ${minJudged.seconds} seconds or ${thousands(minJudged.requests)} requests to each process, a process
warms up.`;
  const said = ({ rise, bound }: Rise): string => `${rise.toFixed(1)} (at most ${bound.toFixed(1)})`;
  return `${how}

${markdownTable(
  ['process', 'memory rose by, MB', 'descriptors rose by'],
  rises.map(({ memory, descriptors }, i) => [String(i + 1), said(memory), said(descriptors)]),
)}`;
}

const requestsIn = ({ latencies }: Sample): number =>
  Object.values(latencies).reduce((sum, { requests }) => sum + requests, 0);

const thousands = (value: number): string => Math.round(value).toLocaleString('en');

/** Rounded to significant digits. */
const milliseconds = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
