import { homedir } from 'node:os';
import type { Command } from 'commander';
import type { Shell } from './settings.ts';

/** What the user can type as a value: nothing, anything, a file, or one of these words. */
type Value = 'none' | 'any' | 'file' | readonly string[];

/** A command, as completion scripts need it. */
interface Entry {
  /** The words of the command, such as `account create`. */
  path: string;
  commands: { name: string; help: string }[];
  options: { short: string | undefined; long: string | undefined; help: string; value: Value }[];
  argument: Value;
}

/** A script that completes commands, options and values, generated from the definitions that parse them. */
export function completionFor(shell: Shell, program: Command): string {
  return { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }[shell](entriesOf(program, ''));
}

function entriesOf(command: Command, path: string): Entry[] {
  const help = command.createHelp();
  const commands = commandsIn(command);
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const takesFiles = command.registeredArguments.some((each) => /file|folder/.test(each.name()));
  const own: Entry = {
    path,
    commands: commands.map((each) => ({ name: each.name(), help: firstSentence(each.description()) })),
    options: help.visibleOptions(command).map((option) => ({
      short: option.short,
      long: option.long,
      help: firstSentence(option.description),
      value:
        option.argChoices ??
        (!option.required && !option.optional ? 'none' : option.flags.includes('file') ? 'file' : 'any'),
    })),
    argument: choices.length > 0 ? choices : takesFiles ? 'file' : 'any',
  };
  return [own, ...commands.flatMap((each) => entriesOf(each, `${path} ${each.name()}`.trim()))];
}

function commandsIn(command: Command): Command[] {
  const all = command.createHelp().visibleCommands(command);
  return all.filter((each) => each.name() !== 'help');
}

/** The first part of a description, because menu lines are short. */
function firstSentence(description: string): string {
  return description
    .replace(/^with [^:]+: /, '')
    .split(/[;:.] | \(/, 1)[0]!
    .trim();
}

const flagsOf = ({ short, long }: Entry['options'][number]): string[] =>
  [short, long].filter((flag) => flag !== undefined);

/** The text for a value in a script. */
function textFor(
  value: Value,
  texts: Record<'none' | 'any' | 'file', string>,
  ofWords: (words: string) => string,
): string {
  return typeof value === 'string' ? texts[value] : ofWords(value.join(' '));
}

function bashCompletion(entries: readonly Entry[]): string {
  const cases = entries.map(({ path, commands, options, argument }) => {
    const values = options.flatMap((option) => {
      const texts = { none: '', any: 'return', file: 'files=1' };
      const action = textFor(option.value, texts, (words) => `words="${words}"`);
      return action === '' ? [] : `        ${flagsOf(option).join('|')}) ${action} ;;`;
    });
    const choices = typeof argument === 'string' ? [] : argument;
    const words = [...commands.map(({ name }) => name), ...choices, ...options.flatMap(flagsOf)];
    const files = argument === 'file' ? 'files=1; ' : '';
    return `    "${path}")
      case "$previous" in
${[...values, `        *) ${files}words="${words.join(' ')}" ;;`].join('\n')}
      esac ;;`;
  });
  const paths = entries.map(({ path }) => `"${path}"`).join('|');
  return `# bash completion for inkling
_inkling() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" path="" words="" files="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in ${paths}) path="\${path:+$path }$word" ;; esac
  done
  COMPREPLY=()
  case "$path" in
${cases.join('\n')}
  esac
  [[ -z $words ]] || COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ -z $files ]] || { compopt -o filenames; local IFS=$'\\n'; COMPREPLY+=($(compgen -f -- "$current")); }
}
complete -F _inkling inkling
`;
}

function zshCompletion(entries: readonly Entry[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&');
  const functionOf = (path: string): string => ['_inkling', ...path.split(' ').filter(Boolean)].join('_');
  const functions = entries.map(({ path, commands, options, argument }) => {
    const specifications = options.flatMap((option) => {
      const texts = { none: '', any: ':value: ', file: ':value:_files' };
      const value = textFor(option.value, texts, (words) => `:value:(${words})`);
      return flagsOf(option).map((flag) => `*${flag}[${escaped(option.help)}]${value}`);
    });
    const rest = textFor(
      argument,
      { none: '', any: '', file: '*:file:_files' },
      (words) => `1:value:(${words})`,
    );
    const all = commands.length > 0 ? ['1: :->command', '*::argument:->rest'] : rest === '' ? [] : [rest];
    const described = commands.map(({ name, help }) => quoted(`${name}:${escaped(help)}`));
    const next = commands.map(({ name }) => `        ${name}) ${functionOf(`${path} ${name}`)} ;;`);
    const state = `
  case $state in
    command) local -a commands=(${described.join(' ')}); _describe command commands ;;
    rest)
      case $line[1] in
${next.join('\n')}
      esac ;;
  esac`;
    return `${functionOf(path)}() {
  local context state state_descr line; typeset -A opt_args
  _arguments -C ${[...specifications, ...all].map(quoted).join(' ')}${commands.length > 0 ? state : ''}
}`;
  });
  return `#compdef inkling\n${functions.join('\n')}\n_inkling "$@"\n`;
}

function fishCompletion(entries: readonly Entry[]): string {
  const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const lines = entries.flatMap(({ path, commands, options, argument }) => {
    const inside = path.split(' ').filter(Boolean);
    const conditions = inside.map((word) => `__fish_seen_subcommand_from ${word}`);
    if (commands.length > 0) {
      const names = commands.map(({ name }) => name).join(' ');
      conditions.push(`not __fish_seen_subcommand_from ${names}`);
    }
    const start = `complete -c inkling -n ${quoted(conditions.join('; and '))}`;
    const choices = typeof argument === 'string' ? [] : argument;
    return [
      `${start} ${argument === 'file' ? '-F' : '-f'}`,
      ...commands.map(({ name, help }) => `${start} -a ${name} -d ${quoted(help)}`),
      ...choices.map((choice) => `${start} -a ${choice}`),
      ...options.map(({ short, long, help, value }) => {
        const texts = { none: '', any: ' -x', file: ' -r -F' };
        const flags = `${short ? ` -s ${short.slice(1)}` : ''}${long ? ` -l ${long.slice(2)}` : ''}`;
        const values = textFor(value, texts, (words) => ` -x -a ${quoted(words)}`);
        return `${start}${flags}${values} -d ${quoted(help)}`;
      }),
    ];
  });
  return `# fish completion for inkling\n${lines.join('\n')}\n`;
}

const exitCodes = {
  0: 'Everything was scanned, and nothing failed.',
  1: 'More files failed than --max allows, or inkling score skipped a line.',
  2: 'A named file can’t be scanned, a pattern matches nothing, or the arguments are invalid.',
};

/** The manual page (roff, for man(1)), generated from the definitions that parse the command line. */
export function manualOf(program: Command, version: string): string {
  const lines = [
    `.TH INKLING 1 "" "Inkling ${version}" "User Commands"`,
    '.SH NAME',
    'inkling \\- whether a text reads like AI, judged on this machine',
    '.SH SYNOPSIS',
    '.B inkling',
    '.I command',
    '[\\fIoptions\\fR]',
    '.SH DESCRIPTION',
    roff(program.description()),
    '.SH COMMANDS',
    ...manualOfCommands(program, ''),
    '.SH EXIT STATUS',
    ...Object.entries(exitCodes).flatMap(([code, meaning]) => ['.TP', `.B ${code}`, roff(meaning)]),
    '.SH SEE ALSO',
    roff('docs/command-line.md and docs/pipelines.md in the repository of Inkling'),
  ];
  return `${lines.join('\n')}\n`;
}

function manualOfCommands(parent: Command, path: string): string[] {
  return commandsIn(parent).flatMap((command) => {
    const help = command.createHelp();
    const name = `${path} ${command.name()}`.trim();
    const options = help.visibleOptions(command).filter(({ long }) => long !== '--help');
    return [
      `.SS ${roff(`inkling ${name} ${command.usage()}`)}`,
      roff(command.description()),
      ...options.flatMap((option) => [
        '.TP',
        `.B ${roff(option.flags)}`,
        roff(help.optionDescription(option).replaceAll(homedir(), '~')),
      ]),
      ...manualOfCommands(command, name),
    ];
  });
}

/** Escapes text for roff. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('’', '\\(cq')
    .replaceAll('…', '...')
    .replace(/\s+/g, ' ')
    .replace(/^[.']/, '\\&$&');
}
