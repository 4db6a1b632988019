import type { Readable, Writable } from 'node:stream';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { parseAddress } from '../client/address.ts';
import { StartError } from '../service/startError.ts';
import { StoreError } from '../service/store/store.ts';
import manifest from '../../package.json' with { type: 'json' };
import {
  createAccount,
  deleteAccount,
  listAccounts,
  readNewPassword,
  readPassword,
  setPassword,
} from './account.ts';
import { backUp, withStore } from './database.ts';
import { serveMcp, type McpSettings } from './mcp.ts';
import { issueKey, listKeys, revokeKey } from './key.ts';
import { scanFiles } from './scan.ts';
import { scoreLines } from './score.ts';
import { serve } from './serve.ts';
import {
  databaseOption,
  formatNames,
  maxKeysOption,
  serveOptions,
  type DatabaseSetting,
  type QuotaSettings,
  type ScanSettings,
  type ServeSettings,
} from './settings.ts';

/** The streams of a process, or what stands for them in a test. */
export interface Streams {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable;
}

/**
 * Runs the command line to its end.
 * @param args what follows `inkling`.
 * @returns the exit code: 0 all done; 1 a file failed as --fail-on or --threshold say, or `score` skipped a line; 2 a
 *   file could not be scanned, what was asked can't be done, or the call is off.
 */
export async function runCommandLine(args: readonly string[], streams: Streams): Promise<number> {
  let exitCode = 0;
  /** Whether the exit code depends on results, which `scan` may be asked for. */
  let resultsDecide = false;

  // Whoever read the results has read enough (`inkling score | head`): that is no failure. Where the exit code tells
  // what was found, the scan goes on without a reader.
  streams.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (!resultsDecide) process.exit();
  });

  const program = new Command('inkling')
    .description(
      'Tells how likely a text was written by an AI, on this machine: texts leave it only by `mcp --url`. Evidence, not proof: ask, don’t accuse.',
    )
    .version(manifest.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: (text) => streams.stderr.write(text),
    });

  program
    .command('scan')
    .description(
      'scan the prose in files and print a result for each; ends with 1 when a file fails, 2 when one can’t be scanned',
    )
    .argument('<file...>', 'files, folders, or patterns in quotes, as "docs/**/*.md"')
    .addOption(new Option('--format <format>', 'how to print').choices(formatNames).default('text'))
    .addOption(
      new Option('--fail-on <verdict>', 'fail files with this verdict; mixed fails ai as well').choices([
        'ai',
        'mixed',
      ]),
    )
    .addOption(
      new Option('--threshold <score>', 'fail files whose score is at least this, 0 to 1').argParser(score),
    )
    .action(async (files: string[], settings: ScanSettings) => {
      resultsDecide = settings.failOn !== undefined || settings.threshold !== undefined;
      exitCode = await scanFiles(files, settings, streams);
    });

  program
    .command('score')
    .description('read JSON lines {"id","text"} on standard input, write a line with the score of each')
    .action(async () => {
      exitCode = await scoreLines(streams.stdin, streams);
    });

  program
    .command('mcp')
    .description('serve tools to an assistant on standard input and output (Model Context Protocol)')
    .argument(
      '[folder...]',
      'the only folders whose files may be read; with none, those that the assistant names as its roots',
    )
    .addOption(databaseOption())
    .addOption(
      new Option(
        '--url <address>',
        'a remote service to send texts to instead, with the key in INKLING_API_KEY',
      )
        .env('INKLING_URL')
        .argParser(serviceUrl),
    )
    .action((folders: string[], settings: McpSettings) =>
      serveMcp(folders, settings, process.env['INKLING_API_KEY']),
    );

  const server = program
    .command('serve')
    .description('serve the API, report pages and the account area over HTTP');
  for (const option of [databaseOption(), ...serveOptions()]) server.addOption(option);
  server.action(async (settings: ServeSettings) => {
    await serve(settings, streams);
  });

  const account = program
    .command('account')
    .description('make, list and delete accounts, set their passwords');
  account
    .command('create')
    .description('make an account')
    .argument('<name>')
    .option('--password-stdin', 'read the password for the account area from standard input')
    .addOption(databaseOption())
    .action(async (name: string, options: DatabaseSetting & { passwordStdin?: true }) => {
      const password = options.passwordStdin ? await readPassword(streams.stdin) : null;
      await withStore(options, (store) => createAccount(store, name, password, streams));
    });
  account
    .command('password')
    .description(
      'set a new password for the account area, asked for here or read from standard input; ends all sessions',
    )
    .argument('<name>')
    .option('--revoke-keys', "revoke the account's API keys too: somebody else may have issued one")
    .addOption(databaseOption())
    .action((name: string, options: DatabaseSetting & { revokeKeys?: true }) =>
      withStore(options, (store) =>
        setPassword(store, name, () => readNewPassword(streams.stdin, streams.stderr), options, streams),
      ),
    );
  account
    .command('list')
    .description('print id, name and time of making of each account')
    .addOption(databaseOption())
    .action((options: DatabaseSetting) => withStore(options, (store) => listAccounts(store, streams)));
  account
    .command('delete')
    .description('delete an account with its keys, projects and reports')
    .argument('<name>')
    .addOption(databaseOption())
    .action((name: string, options: DatabaseSetting) =>
      withStore(options, (store) => deleteAccount(store, name, streams)),
    );

  const key = program.command('key').description('issue, list and revoke API keys');
  key
    .command('issue')
    .description('print a new key of the account, the only time that it is shown')
    .argument('<account>')
    .addOption(databaseOption())
    .addOption(maxKeysOption())
    .action((name: string, options: DatabaseSetting & QuotaSettings) =>
      withStore(options, (store) => issueKey(store, name, streams)),
    );
  key
    .command('list')
    .description("print id, name, time of issue and last use of the account's keys")
    .argument('<account>')
    .addOption(databaseOption())
    .action((name: string, options: DatabaseSetting) =>
      withStore(options, (store) => listKeys(store, name, streams)),
    );
  key
    .command('revoke')
    .description('make a key useless at once')
    .argument('<account>')
    .argument('<id>', 'as key list prints it')
    .addOption(databaseOption())
    .action((name: string, id: string, options: DatabaseSetting) =>
      withStore(options, (store) => revokeKey(store, name, id, streams)),
    );

  program
    .command('backup')
    .description('copy the SQLite database to a new file, also while it is served')
    .argument('<file>')
    .addOption(databaseOption())
    .action((file: string, options: DatabaseSetting) => backUp(options, file, streams));

  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof StartError) && !(error instanceof StoreError)) throw error;
    streams.stderr.write(`inkling: ${error.message}\n`);
    return 2;
  }
  return exitCode;
}

function score(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('Give a number from 0 to 1.');
}

function serviceUrl(value: string): string {
  const parsed = parseAddress(value);
  if (parsed.ok) return parsed.address;
  throw new InvalidArgumentError(
    'Give an address as https://inkling.example.org; http only for this machine, since texts and the key go there.',
  );
}
