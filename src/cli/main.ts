import { Command, Option } from 'commander';
import { StartError } from '../service/startWorker.ts';
import manifest from '../../package.json' with { type: 'json' };
import { scanFiles, type Format } from './scan.ts';
import { scoreLines } from './score.ts';

// Exit codes: 0 all done; 1 `score` skipped a line; 2 a file could not be scanned, or the call is off.

const program = new Command('inkling')
  .description(
    'Tells how likely a text was written by an AI. Nothing leaves this machine. Evidence, not proof: ask, don’t accuse.',
  )
  .version(manifest.version)
  .exitOverride((error) => {
    process.exit(error.exitCode === 0 ? 0 : 2);
  });

program
  .command('scan')
  .description('scan the prose in files and print a result for each')
  .argument('<file...>', 'Markdown, plain text or commit message files')
  .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
  .action(async (files: string[], { format }: { format: Format }) => {
    process.exitCode = await scanFiles(files, format, process);
  });

program
  .command('score')
  .description('read JSON lines {"id","text"} on standard input, write a line with the score of each')
  .action(async () => {
    process.exitCode = await scoreLines(process.stdin, process);
  });

// Whoever read the results has read enough (`inkling score | head`): that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

// Not awaited: the bundle is CommonJS, which has no top-level await.
program.parseAsync().catch((error: unknown) => {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`inkling: ${error.message}\n`);
  process.exitCode = 2;
});
