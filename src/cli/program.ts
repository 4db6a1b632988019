import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { parseAddress } from '../client/address.ts';
import type { ConfigError } from '../config/config.ts';
import { StartError } from '../service/startError.ts';
import { StoreError, type Store } from '../service/store/store.ts';
import type * as Accounts from './account.ts';
import {
  databaseOption,
  decides,
  maxKeysOption,
  scanOptions,
  serveOptions,
  type DatabaseSetting,
  type McpSettings,
  type QuotaSettings,
  type ScanSettings,
  type ServeSettings,
  type Streams,
} from './settings.ts';

/**
 * Runs the command line to its end. Each command loads what it needs when it is run.
 * @param args what follows `inkling`.
 * @returns the exit code: 0 all done; 1 more files failed than may, or `score` skipped a line; 2 a file could not be
 *   scanned, what was asked can't be done, or the call is wrong.
 */
export async function runCommandLine(args: readonly string[], streams: Streams): Promise<number> {
  let exitCode = 0;
  /** Whether the exit code depends on results, which `scan` may be asked for. */
  let resultsDecide = false;

  // Whoever read the results has read enough (`inkling score | head`): that is no failure. Where the exit code tells
  // what was found, the scan goes on without a reader.
  streams.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      // Not 1, which would say that a text failed.
      streams.stderr.write(`inkling: standard output can’t be written (${error.code}). Check the disk.\n`);
      process.exit(2);
    }
    if (!resultsDecide) process.exit();
  });

  const program = new Command('inkling')
    .description(
      'Tells how likely a text was written by an AI, on this machine: texts leave it only by `mcp --url`. Evidence, not proof: ask, don’t accuse.',
    )
    .version(manifest.version)
    .addHelpText(
      'after',
      '\n`inkling scan --help` says how to ignore a passage, exclude files and be told only what is new.',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: (text) => streams.stderr.write(text),
    });

  const scan = program
    .command('scan')
    .description(
      'scan the prose in files and print a result for each; keeps no report and sends nothing. Ends with 0, with 1 when a file fails, with 2 when one can’t be scanned',
    )
    .argument(
      '[file...]',
      'files, folders, patterns in quotes, as "docs/**/*.md", or - for standard input (default: this folder)',
    )
    .addHelpText('after', scanHelp);
  for (const option of scanOptions()) scan.addOption(option);
  scan.action(async (files: string[], settings: ScanSettings) => {
    const { configured, scanFiles } = await import('./scan.ts');
    const configuredSettings = await configured(settings);
    resultsDecide = decides(configuredSettings);
    exitCode = await scanFiles(files, configuredSettings, streams);
  });

  program
    .command('score')
    .description('read JSON lines {"id","text"} on standard input, write a line with the score of each')
    .action(async () => {
      const { scoreLines } = await import('./score.ts');
      exitCode = await scoreLines(streams.stdin, streams);
    });

  program
    .command('lsp')
    .description(
      'tell an editor what reads like AI in the documents that it has open (Language Server Protocol), on standard input and output; sends nothing',
    )
    .option('--stdio', 'what is done anyway: many editors give this option to every server')
    .addHelpText('after', lspHelp)
    .action(async () => {
      const { serveLsp } = await import('./lsp/server.ts');
      serveLsp(streams);
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
    .action(async (folders: string[], settings: McpSettings) => {
      const { serveMcp } = await import('./mcp.ts');
      await serveMcp(folders, settings, process.env['INKLING_API_KEY']);
    });

  const server = program
    .command('serve')
    .description('serve the API, report pages and the account area over HTTP');
  for (const option of [databaseOption(), ...serveOptions()]) server.addOption(option);
  server.action(async (settings: ServeSettings) => {
    const { serve } = await import('./serve.ts');
    await serve(settings, streams);
  });

  /** Runs work on the store that an option names. */
  async function onStore(
    setting: DatabaseSetting & QuotaSettings,
    work: (store: Store, commands: typeof Accounts) => Promise<void>,
  ): Promise<void> {
    const [{ withStore }, accounts] = await Promise.all([import('./database.ts'), import('./account.ts')]);
    await withStore(setting, (store) => work(store, accounts), streams);
  }

  const account = program
    .command('account')
    .description('create, list and delete accounts, set their passwords');
  account
    .command('create')
    .description('create an account')
    .argument('<name>')
    .option('--password-stdin', 'read the password for the account area from standard input')
    .addOption(databaseOption())
    .action((name: string, options: DatabaseSetting & { passwordStdin?: true }) =>
      onStore(options, async (store, { createAccount, readPassword }) => {
        const password = options.passwordStdin ? await readPassword(streams.stdin) : null;
        await createAccount(store, name, password, streams);
      }),
    );
  account
    .command('password')
    .description(
      'set a new password for the account area, asked for here or read from standard input; ends all sessions',
    )
    .argument('<name>')
    .option('--revoke-keys', "revoke the account's API keys too: somebody else may have issued one")
    .addOption(databaseOption())
    .action((name: string, options: DatabaseSetting & { revokeKeys?: true }) =>
      onStore(options, (store, { readNewPassword, setPassword }) =>
        setPassword(store, name, () => readNewPassword(streams.stdin, streams.stderr), options, streams),
      ),
    );
  account
    .command('list')
    .description('print id, name and creation time of each account')
    .addOption(databaseOption())
    .action((options: DatabaseSetting) =>
      onStore(options, (store, { listAccounts }) => listAccounts(store, streams)),
    );
  account
    .command('delete')
    .description('delete an account with its keys, projects and reports')
    .argument('<name>')
    .addOption(databaseOption())
    .action((name: string, options: DatabaseSetting) =>
      onStore(options, (store, { deleteAccount }) => deleteAccount(store, name, streams)),
    );

  const key = program.command('key').description('issue, list and revoke API keys');
  key
    .command('issue')
    .description('print a new key of the account, the only time that it is shown')
    .argument('<account>')
    .addOption(databaseOption())
    .addOption(maxKeysOption())
    .action((name: string, options: DatabaseSetting & QuotaSettings) =>
      onStore(options, (store, { issueKey }) => issueKey(store, name, streams)),
    );
  key
    .command('list')
    .description("print id, name, time of issue and last use of the account's keys")
    .argument('<account>')
    .addOption(databaseOption())
    .action((name: string, options: DatabaseSetting) =>
      onStore(options, (store, { listKeys }) => listKeys(store, name, streams)),
    );
  key
    .command('revoke')
    .description('revoke a key at once')
    .argument('<account>')
    .argument('<id>', 'as key list prints it')
    .addOption(databaseOption())
    .action((name: string, id: string, options: DatabaseSetting) =>
      onStore(options, (store, { revokeKey }) => revokeKey(store, name, id, streams)),
    );

  program
    .command('backup')
    .description('copy the SQLite database to a new file, also while it is served')
    .argument('<file>')
    .addOption(databaseOption())
    .action(async (file: string, options: DatabaseSetting) => {
      const { backUp } = await import('./database.ts');
      backUp(options, file, streams);
    });

  program
    .command('compact')
    .description('rewrite the SQLite database without what was deleted, also while it is served')
    .addOption(databaseOption())
    .action(async (options: DatabaseSetting) => {
      const { compact } = await import('./database.ts');
      compact(options, streams);
    });

  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const isKnown = error instanceof StartError || error instanceof StoreError || isConfigError(error);
    if (!isKnown) throw error;
    const { visible } = await import('./formats/text.ts');
    streams.stderr.write(`inkling: ${visible(error.message)}\n`);
    return 2;
  }
  return exitCode;
}

/** By its name: what reads configurations is loaded by `scan` alone. */
function isConfigError(error: unknown): error is ConfigError {
  return error instanceof Error && error.name === 'ConfigError';
}

const scanHelp = `
To ignore what is fine, write a comment, in the syntax of the format, with a reason or without:
  <!-- inkling-ignore: quoted from the standard -->            the next paragraph, list or heading
  <!-- inkling-ignore-start --> … <!-- inkling-ignore-end -->  all between
  <!-- inkling-ignore-file -->                                 the file
  MDX {/* … */}, LaTeX % …, reStructuredText .. …, AsciiDoc // …, Org # …, code: its own comments

To exclude files, write patterns to .inklingignore, in the syntax of .gitignore, or to inkling.jsonc:
  { "exclude": ["CHANGELOG.md", "vendor/"], "failOn": "ai", "baseline": "inkling-baseline.json" }
What .gitignore leaves out is scanned only when it is named.

To report only what is new:
  inkling scan docs --baseline inkling-baseline.json --update-baseline   once
  inkling scan docs --baseline inkling-baseline.json --fail-on ai        from then on
  inkling scan --since origin/main --fail-on ai                          in a pull request

To leave out what git dates before chat models, as the editor does:
  inkling scan docs --provenance

docs/pipelines.md says more.
`;

const lspHelp = `
What it does is for the folder to say, as for inkling scan (see inkling scan --help): inkling.jsonc, .inklingignore,
the baseline, and comments such as <!-- inkling-ignore: the reason -->. It scans what the editor opens, in the
formats that Inkling reads; with "include" or "languages" in inkling.jsonc, no more than those name.

docs/editors.md says how to set up Neovim, Helix, Zed, Emacs, JetBrains' editors and Sublime Text.
`;

function serviceUrl(value: string): string {
  const parsed = parseAddress(value);
  if (parsed.ok) return parsed.address;
  throw new InvalidArgumentError(
    'Give an address as https://inkling.example.org; http only for this machine, since texts and the key go there.',
  );
}
