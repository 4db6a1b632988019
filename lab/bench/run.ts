/**
 * Runs a benchmark and prints its results as JSON.
 *
 *     npm run -s bench -- activation
 *     npm run -s bench -- editor host page
 *     npm run -s bench -- service --reports 1000 --seconds 3 --requests 10000
 */
import { measureActivation } from './activation.ts';
import { measureDetector } from './detector.ts';
import { measureEditor } from './editor.ts';
import { measureLists } from './lists.ts';
import { measureLongestBlock } from './longestBlock.ts';
import { measureMarks } from './marks.ts';
import { measurePanel } from './panel.ts';
import { measureScan } from './scan.ts';
import { measureService } from './service.ts';

/** Each receives the arguments after its name. */
const benchmarks: Record<string, (args: string[]) => Promise<object>> = {
  activation: measureActivation,
  detector: measureDetector,
  editor: measureEditor,
  lists: measureLists,
  longestBlock: measureLongestBlock,
  marks: measureMarks,
  panel: measurePanel,
  scan: measureScan,
  service: measureService,
};

async function main(): Promise<void> {
  const [name = '', ...args] = process.argv.slice(2);
  const benchmark = benchmarks[name];
  if (!benchmark) throw new Error(`Name a benchmark: ${Object.keys(benchmarks).join(', ')}.`);
  console.log(JSON.stringify({ benchmark: name, ...(await benchmark(args)) }, null, 2));
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
