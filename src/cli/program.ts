import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { parseAddress } from '../client/address.ts';
import { StartError } from '../service/service.ts';
import { StoreError } from '../service/store/store.ts';
import type * as Accounts from './serve/account.ts';
import {
  affectsExitCode,
  databaseOption,
  eventOptions,
  maxKeysOption,
  provenanceOption,
  scanOptions,
  serveOptions,
  shells,
  withVariable,
  type DatabaseSetting,
  type EventSettings,
  type McpSettings,
  type ProvenanceSetting,
  type ScanSettings,
  type ServeSettings,
  type Shell,
  type StoreSettings,
} from './settings.ts';
import { printMessage, type Streams } from './streams.ts';

/**
 * Runs the command line. The code of each command is loaded when it runs.
 * @param args the arguments after `inkling`.
 * @returns the exit code: 0 on success; 1 when more files fail than allowed, or `score` skipped a line; 2 when a
 *   file can't be scanned, an option or argument is invalid, or the command fails.
 */
export async function runCommandLine(args: readonly string[], streams: Streams): Promise<number> {
  const run: Run = { streams, exitCode: 0, resultsDecide: false };

  // A reader may close the pipe early (`inkling score | head`), which is not a failure. The scan continues if the exit
  // code depends on its results.
  streams.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      printMessage(streams, `standard output can’t be written (${error.code}). Check the disk.`);
      process.exit(2); // 1 would mean that a text failed
    }
    if (!run.resultsDecide) process.exit();
  });

  const program = new Command('inkling')
    .description(
      'Says whether a text reads like AI, on this machine. Texts leave this machine only with `mcp --url` or `INKLING_URL`; `event` posts a comment on GitHub, where its text comes from. Evidence, not proof: ask, don’t accuse.',
    )
    .version(manifest.version)
    .addHelpText(
      'after',
      '\nSee `inkling scan --help` for ignoring passages, excluding files and reporting only new findings.',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: (text) => streams.stderr.write(text),
      outputError: (text, writeError) => {
        writeError(text.replace(/^error: /, 'inkling: '));
      },
    });
  addScans(program, run);
  addServers(program, run);
  addStoreCommands(program, run);
  addSetUp(program, run);

  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const isExpected =
      error instanceof StartError ||
      error instanceof StoreError ||
      // Its class is in a module that only some commands load.
      (error instanceof Error && error.name === 'ConfigError');
    if (!isExpected) throw error;
    printMessage(streams, error.message);
    return 2;
  }
  return run.exitCode;
}

interface Run {
  readonly streams: Streams;
  exitCode: number;
  /** Whether the exit code depends on results; only `scan` has options for that. */
  resultsDecide: boolean;
}

function addScans(program: Command, run: Run): void {
  const { streams } = run;
  const scan = program
    .command('scan')
    .description(
      'scan the prose in files and print a result for each; store and send nothing. Exit code: 0, 1 if a file fails, 2 if one can’t be scanned',
    )
    .argument(
      '[file...]',
      'files, folders, quoted patterns such as "docs/**/*.md", or - for standard input (default: this folder)',
    )
    .addHelpText('after', scanHelp)
    .action(async (files: string[], settings: ScanSettings) => {
      const { withConfiguration, scanFiles } = await import('./scan/scan.ts');
      const configuredSettings = await withConfiguration(settings);
      run.resultsDecide = affectsExitCode(configuredSettings);
      run.exitCode = await scanFiles(files, configuredSettings, streams);
    });
  for (const option of scanOptions()) scan.addOption(option);

  program
    .command('score')
    .description('score JSON lines {"id","text"} from standard input, one result per line')
    .action(async () => {
      const { scoreLines } = await import('./scan/score.ts');
      run.exitCode = await scoreLines(streams.stdin, streams);
    });

  const event = program
    .command('event')
    .description(
      'judge the text of a GitHub issue, pull request, discussion or review in a job of GitHub Actions; if it reads like AI, label it and comment on it with evidence that quotes a few of its words; never close anything',
    )
    .argument('[file]', 'event file (default: GITHUB_EVENT_PATH)')
    .addHelpText('after', eventHelp)
    .action(async (file: string | undefined, settings: EventSettings) => {
      const { judgeEvent } = await import('./event/event.ts');
      await judgeEvent(file, settings, process.env, streams);
    });
  for (const option of eventOptions()) event.addOption(option);
}

function addServers(program: Command, { streams }: Run): void {
  program
    .command('lsp')
    .description('language server (stdio): marks text that reads like AI, in any editor; sends nothing')
    .option('--stdio', 'accepted for compatibility; stdio is always used')
    .addOption(provenanceOption())
    .addHelpText('after', lspHelp)
    .action(async (settings: ProvenanceSetting) => {
      const { LanguageServer } = await import('./lsp/server.ts');
      new LanguageServer(streams, settings).listen();
    });

  program
    .command('mcp')
    .description('tools for AI assistants (Model Context Protocol, stdio)')
    .argument('[folder...]', 'the only folders it may read (default: the roots that the assistant names)')
    .addOption(provenanceOption())
    .addOption(databaseOption())
    .addOption(
      withVariable(
        new Option(
          '--url <address>',
          'remote service to send texts to, with the key in INKLING_API_KEY',
        ).argParser(parseServiceUrl),
      ),
    )
    .action(async (folders: string[], settings: McpSettings) => {
      const { serveMcp } = await import('./assistants/mcp.ts');
      await serveMcp(folders, settings, process.env['INKLING_API_KEY']);
    });

  const server = program
    .command('serve')
    .description('serve the API, report pages and the account area over HTTP')
    .action(async (settings: ServeSettings) => {
      const { serve } = await import('./serve/serve.ts');
      await serve(settings, streams);
    });
  for (const option of [databaseOption(), ...serveOptions()]) server.addOption(option);
}

function addSetUp(program: Command, { streams }: Run): void {
  program
    .command('init')
    .description('create inkling.jsonc in this folder, with every setting commented out')
    .action(async () => {
      const { createConfig } = await import('./configuration.ts');
      createConfig(streams);
    });

  program
    .command('completion')
    .description('print a shell completion script')
    .addArgument(new Argument('<shell>', 'shell').choices(shells))
    .addHelpText('after', completionHelp)
    .action(async (shell: Shell) => {
      const { completionFor } = await import('./usage.ts');
      streams.stdout.write(completionFor(shell, program));
    });

  program
    .command('man')
    .description('print the manual page; to read it: inkling man | man -l -')
    .action(async () => {
      const { manualOf } = await import('./usage.ts');
      streams.stdout.write(manualOf(program, manifest.version));
    });
}

function addStoreCommands(program: Command, { streams }: Run): void {
  /** Adds a command that runs an action on the store that its option names. */
  const addAction = (parent: Command, name: keyof typeof Accounts, usage: string, help: string): Command =>
    parent
      .command(usage)
      .description(help)
      .addOption(databaseOption())
      .action(async function (this: Command) {
        const { withStore } = await import('./serve/database.ts');
        const { [name]: action } = await import('./serve/account.ts');
        const settings = this.opts<StoreSettings>();
        await withStore(settings, (store) => action(store, this.args, settings, streams), streams);
      });

  const account = program.command('account').description('manage accounts and passwords');
  addAction(account, 'createAccount', 'create <name>', 'create an account').option(
    '--password-stdin',
    'read the password for the account area from standard input',
  );
  addAction(
    account,
    'setPassword',
    'password <name>',
    'set a new password for the account area (prompts, or reads standard input); ends all sessions',
  ).option('--revoke-keys', 'also revoke the account’s API keys, in case someone else issued one');
  addAction(account, 'listAccounts', 'list', 'print id, name and creation time of each account');
  addAction(
    account,
    'deleteAccount',
    'delete <name>',
    'delete an account with its keys, projects and reports',
  );

  const key = program.command('key').description('issue, list and revoke API keys');
  addAction(key, 'issueKey', 'issue <account>', 'create a key and print it; it is shown only once').addOption(
    withVariable(maxKeysOption()),
  );
  addAction(
    key,
    'listKeys',
    'list <account>',
    'print id, name, time of issue and last use of the account’s keys',
  );
  addAction(key, 'revokeKey', 'revoke <account>', 'revoke a key at once').argument(
    '<id>',
    'key id, as listed by inkling key list',
  );

  program
    .command('backup')
    .description('copy the SQLite database to a new file, even while in use')
    .argument('<file>')
    .addOption(databaseOption())
    .action(async (file: string, options: DatabaseSetting) => {
      const { backUp } = await import('./serve/database.ts');
      backUp(options, file, streams);
    });

  program
    .command('compact')
    .description('compact the SQLite database to remove deleted texts from the file, even while in use')
    .addOption(databaseOption())
    .action(async (options: DatabaseSetting) => {
      const { compact } = await import('./serve/database.ts');
      compact(options, streams);
    });
}

const scanHelp = `
To ignore a passage, add a comment in the format’s syntax; a reason is optional:
  <!-- inkling-ignore: quoted from the standard -->            the next paragraph, list or heading
  <!-- inkling-ignore-start --> … <!-- inkling-ignore-end -->  everything between
  <!-- inkling-ignore-file -->                                 the whole file
  MDX {/* … */}, LaTeX % …, reStructuredText .. …, AsciiDoc // …, Org # …, code: the language’s comments

To exclude files, add patterns in .gitignore syntax to .inklingignore or inkling.jsonc:
  { "exclude": ["CHANGELOG.md", "vendor/"], "failOn": "ai", "baseline": "inkling-baseline.json" }
Files excluded by .gitignore are scanned only when named.

To report only new findings:
  inkling scan docs --baseline inkling-baseline.json --update-baseline   once
  inkling scan docs --baseline inkling-baseline.json --fail-on ai        from then on
  inkling scan --since origin/main --fail-on ai                          in a pull request

To skip what is older than chat models according to git’s dates, as the editor does:
  inkling scan docs --provenance

More: docs/pipelines.md
`;

const eventHelp = `
Needs GITHUB_TOKEN. Texts by collaborators and bots are not judged. A text is not labelled if too few human-written texts
of its kind and length were measured.

Workflow to copy: docs/pipelines.md
`;

const completionHelp = `
bash  inkling completion bash > ~/.local/share/bash-completion/completions/inkling
zsh   inkling completion zsh > "\${fpath[1]}/_inkling"
fish  inkling completion fish > ~/.config/fish/completions/inkling.fish
`;

const lspHelp = `
The folder’s own files configure it, as for inkling scan (see inkling scan --help): inkling.jsonc, .inklingignore,
the baseline, and comments such as <!-- inkling-ignore: the reason -->. It scans documents that the editor opens, in
formats that Inkling reads, limited by "include" and "languages" in inkling.jsonc.

Setup for Neovim, Helix, Zed, Emacs, JetBrains and Sublime Text: docs/editors.md
`;

function parseServiceUrl(value: string): string {
  const parsed = parseAddress(value);
  if (parsed.ok) return parsed.address;
  throw new InvalidArgumentError(
    'Expected an address such as https://inkling.example.org (http only for this machine, because texts and the key are sent there).',
  );
}
