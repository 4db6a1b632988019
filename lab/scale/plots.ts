import { linePlot, type Line } from '../plot/linePlot.ts';
import { processorMs, type Curves, type ScaleFigures } from './figures.ts';

const storeNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/** The plots of the figures, by file name. */
export function scalePlots({ reports, words, processes }: ScaleFigures): Map<string, string> {
  const plots = new Map<string, string>();
  for (const [store, name] of Object.entries(storeNames)) {
    const curves = reports[store as keyof typeof storeNames];
    if (!curves) continue;
    const what = store === 'postgres' ? 'service and PostgreSQL together' : 'service with SQLite';
    plots.set(
      `scale-reports-${store}.svg`,
      costPlot(`Cost by number of reports: ${what}`, `Reports kept in ${name}`, curves),
    );
  }
  if (words)
    plots.set('scale-words.svg', costPlot('Cost by length of the text: service with SQLite', 'Words', words));
  if (processes) {
    plots.set(
      'scale-processes.svg',
      linePlot({
        title: 'Cost by number of processes on one PostgreSQL',
        x: { title: 'Processes', scale: 'linear' },
        y: { title: 'Processor time of one request, ms', scale: 'linear' },
        lines: Object.entries(processes).flatMap(([kind, carried]): Line[] => [
          { name: `${kind}, services`, points: carried.map((one) => [one.processes, one.serverMs]) },
          { name: `${kind}, database`, points: carried.map((one) => [one.processes, one.databaseMs]) },
        ]),
      }),
    );
  }
  return plots;
}

const costPlot = (title: string, x: string, curves: Curves): string =>
  linePlot({
    title,
    x: { title: x, scale: 'log' },
    y: { title: 'Processor time of one request, ms', scale: 'log' },
    lines: Object.entries(curves).map(([name, costs]) => ({
      name,
      points: costs.map((cost) => [cost.size, processorMs(cost)] as const),
    })),
  });
