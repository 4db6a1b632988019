import { markdownTable } from '../plot/markdownTable.ts';
import { processorMs, type Carried, type Cost, type Curves, type ScaleFigures } from './figures.ts';
import { slopeInWords, slopeOf } from './slope.ts';

/** The measured parts of lab/scale/README.md in Markdown, by name. */
export function scaleTables({ reports, words, processes, ...run }: ScaleFigures): Map<string, string> {
  const tables = new Map([['measured', `Measured ${run.date} by \`${run.command}\` on ${run.machine}.`]]);
  for (const [store, curves] of Object.entries(reports)) {
    tables.set(`reports-${store}`, costTable(curves, 'reports'));
    tables.set(`carries-${store}`, carriesTable(curves));
  }
  if (words) tables.set('words', costTable(words, 'words'));
  if (processes) tables.set('processes', processTable(processes));
  return tables;
}

/** One row per operation: processor time and, in brackets, elapsed time at each size, and their growth. */
function costTable(curves: Curves, of: string): string {
  const sizes = [...new Set(Object.values(curves).flatMap((costs) => costs.map(({ size }) => size)))];
  const cell = (cost: Cost | undefined): string => (cost ? `${costText(cost)} (${ms(cost.wallMs)})` : '');
  return markdownTable(
    ['', ...sizes.map((size) => `${thousands(size)} ${of}`), 'slope', 'at the end', 'so it'],
    Object.entries(curves).map(([name, costs]) => {
      const points = costs.map((cost) => [cost.size, processorMs(cost)] as const);
      const slope = slopeOf(points);
      const inCells = sizes.map((size) => cell(costs.find((cost) => cost.size === size)));
      return [name, ...inCells, slopeText(slope), slopeText(slopeOf(points.slice(-2))), slopeInWords(slope)];
    }),
  );
}

const slopeText = (slope: number): string => (Number.isNaN(slope) ? '' : slope.toFixed(2));

const costText = ({ serverMs, databaseMs }: Cost): string =>
  databaseMs === null ? ms(serverMs) : `${ms(serverMs)} + ${ms(databaseMs)}`;

/** Requests that one core can serve, at the largest size. */
function carriesTable(curves: Curves): string {
  const largest = new Map(
    Object.entries(curves).flatMap(([name, costs]) => {
      const cost = costs.at(-1);
      return cost ? [[name, processorMs(cost)] as const] : [];
    }),
  );
  const minute = writersMinute.reduce((sum, [name, times]) => sum + times * (largest.get(name) ?? 0), 0);
  const rows = [...largest].map(([name, cost]) => [name, ms(cost), thousands(1000 / cost)]);
  return `${markdownTable(['', 'processor time, ms', 'requests a second and core'], rows)}

A writer who each minute ${inWords(writersMinute)} takes ${ms(minute)} ms of processor time a minute: a core that is
half busy with it carries ${thousands(30_000 / minute)} such writers.`;
}

/** A working writer's requests per minute: one scan, which also reads the list again, and one report. */
const writersMinute = [
  ['scan', 1],
  ['list', 2],
  ['show', 1],
] as const;

const inWords = (minute: typeof writersMinute): string =>
  minute.map(([name, times]) => `${name}s ${times === 1 ? 'once' : 'twice'}`).join(', ');

function processTable(processes: Record<string, Carried[]>): string {
  const rows = Object.entries(processes).flatMap(([kind, carried]) =>
    carried.map((one) => [
      kind,
      String(one.processes),
      ms(one.serverMs),
      ms(one.databaseMs),
      thousands(1000 / one.databaseMs),
      thousands(one.requestsPerSecond),
    ]),
  );
  const head = [
    '',
    'processes',
    'services, ms',
    'database, ms',
    'a second and core of the database',
    'measured a second',
  ];
  return markdownTable(head, rows);
}

const thousands = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en');
const ms = (value: number): string => Number(value.toPrecision(2)).toLocaleString('en');
