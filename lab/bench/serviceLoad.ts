/** A process that loads a server: reads a `Load` as JSON from standard input, and prints a `Measured`. */
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import type { Load, Measured } from './serviceServer.ts';

const load = JSON.parse(await text(process.stdin)) as Load;
const latencies: number[] = [];
const options: autocannon.Options = {
  url: load.address,
  connections: load.connections,
  ...('seconds' in load ? { duration: load.seconds } : { amount: load.requests }),
  timeout: 60,
  headers: { Authorization: `Bearer ${load.apiKey}` },
  requests: load.calls.map(({ path, form }) => ({
    path,
    ...(form === undefined
      ? { method: 'GET' }
      : {
          method: 'POST',
          body: form,
          headers: {
            Authorization: `Bearer ${load.apiKey}`,
            'Content-Type': 'application/x-www-form-urlencoded',
          },
        }),
  })),
};
const before = process.cpuUsage();
const result = await new Promise<autocannon.Result>((resolve, reject) => {
  const run = autocannon(options, (error: Error | null, ended) => {
    if (error) reject(error);
    else resolve(ended);
  });
  // autocannon's own histogram has whole milliseconds only.
  run.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
});
const { user, system } = process.cpuUsage(before);
if (result.non2xx + result.errors > 0 || latencies.length === 0) {
  throw new Error(
    `${load.calls[0]?.path}: ${latencies.length} answers, ${result.non2xx} of them refusals, ${result.errors} errors`,
  );
}
latencies.sort((a, b) => a - b);
const percentile = (share: number): number =>
  Number((latencies[Math.ceil(latencies.length * share) - 1] ?? NaN).toFixed(3));
console.log(
  JSON.stringify({
    requests: latencies.length,
    requestsPerSecond: Math.round(latencies.length / result.duration),
    msP50: percentile(0.5),
    msP95: percentile(0.95),
    msP99: percentile(0.99),
    loaderCpuMs: Number(((user + system) / 1000 / latencies.length).toFixed(3)),
  } satisfies Measured),
);
