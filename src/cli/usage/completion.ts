import type { Argument, Command, Option } from 'commander';
import type { Shell } from '../settings.ts';

/** A command, as completion scripts need it. */
interface Entry {
  /** The words of the command, such as `account create`. */
  path: string;
  commands: { name: string; description: string }[];
  options: Option[];
  arguments: readonly Argument[];
}

/** A script that completes commands, options and values, generated from the definitions that parse them. */
export function completionFor(shell: Shell, program: Command): string {
  const entries = entriesOf(program, '');
  switch (shell) {
    case 'bash':
      return bashCompletion(entries);
    case 'zsh':
      return zshCompletion(entries);
    case 'fish':
      return fishCompletion(entries);
  }
}

function entriesOf(command: Command, path: string): Entry[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((each) => each.name() !== 'help');
  const own = {
    path,
    commands: commands.map((each) => ({ name: each.name(), description: firstSentence(each.description()) })),
    options: help.visibleOptions(command),
    arguments: command.registeredArguments,
  };
  return [own, ...commands.flatMap((each) => entriesOf(each, `${path} ${each.name()}`.trim()))];
}

/** The first part of a description, because menu lines are short. */
function firstSentence(description: string): string {
  return description
    .replace(/^with [^:]+: /, '')
    .split(/[;:.] | \(/, 1)[0]!
    .trim();
}

const flagsOf = ({ short, long }: Option): string[] => [short, long].filter((flag) => flag !== undefined);
const takesValue = (option: Option): boolean => option.required || option.optional;
const takesFile = ({ flags }: Option): boolean => flags.includes('file');
/** Whether the command accepts files. */
const takesFiles = (entry: Entry): boolean => entry.arguments.some((each) => /file|folder/.test(each.name()));
const choicesOf = (entry: Entry): string[] => entry.arguments.flatMap((each) => each.argChoices ?? []);

function bashCompletion(entries: readonly Entry[]): string {
  const cases = entries.map((entry) => {
    const words = [...entry.commands.map(({ name }) => name), ...choicesOf(entry)];
    const flags = entry.options.flatMap(flagsOf);
    const values = entry.options.filter(takesValue).map((option) => {
      const pattern = flagsOf(option).join('|');
      if (option.argChoices) return `        ${pattern}) words="${option.argChoices.join(' ')}" ;;`;
      return `        ${pattern}) ${takesFile(option) ? 'files=1' : 'return'} ;;`;
    });
    return `    "${entry.path}")
      case "$previous" in
${[...values, `        *) ${takesFiles(entry) ? 'files=1; ' : ''}words="${[...words, ...flags].join(' ')}" ;;`].join('\n')}
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
  const described = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&');
  const functions = entries.map((entry) => {
    const options = entry.options.flatMap((option) =>
      flagsOf(option).map((flag) => {
        const value = option.argChoices
          ? `(${option.argChoices.join(' ')})`
          : takesFile(option)
            ? '_files'
            : ' ';
        const help = `[${described(firstSentence(option.description))}]`;
        return quoted(`*${flag}${help}${takesValue(option) ? `:value:${value}` : ''}`);
      }),
    );
    const choices = choicesOf(entry);
    const rest =
      entry.commands.length > 0
        ? [quoted('1: :->command'), quoted('*::argument:->rest')]
        : choices.length > 0
          ? [quoted(`1:value:(${choices.join(' ')})`)]
          : takesFiles(entry)
            ? [quoted('*:file:_files')]
            : [];
    const commands = entry.commands.map(({ name, description }) =>
      quoted(`${name}:${described(description)}`),
    );
    const next = entry.commands.map(
      ({ name }) => `        ${name}) ${functionName(`${entry.path} ${name}`.trim())} ;;`,
    );
    const state =
      entry.commands.length === 0
        ? ''
        : `
  case $state in
    command) local -a commands=(${commands.join(' ')}); _describe command commands ;;
    rest)
      case $line[1] in
${next.join('\n')}
      esac ;;
  esac`;
    return `${functionName(entry.path)}() {
  local context state state_descr line; typeset -A opt_args
  _arguments -C ${[...options, ...rest].join(' ')}${state}
}`;
  });
  return `#compdef inkling\n${functions.join('\n')}\n_inkling "$@"\n`;
}

const functionName = (path: string): string => ['_inkling', ...path.split(' ').filter(Boolean)].join('_');

function fishCompletion(entries: readonly Entry[]): string {
  const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const lines = entries.flatMap((entry) => {
    const words = entry.path.split(' ').filter(Boolean);
    const inside = words.map((word) => `__fish_seen_subcommand_from ${word}`);
    const outside =
      entry.commands.length > 0
        ? [`not __fish_seen_subcommand_from ${entry.commands.map(({ name }) => name).join(' ')}`]
        : [];
    const when = `-n ${quoted([...inside, ...outside].join('; and ') || 'true')}`;
    const files = entry.commands.length === 0 && takesFiles(entry) ? ' -F' : ' -f';
    return [
      `complete -c inkling ${when}${files}`,
      ...entry.commands.map(
        ({ name, description }) => `complete -c inkling ${when} -a ${name} -d ${quoted(description)}`,
      ),
      ...choicesOf(entry).map((choice) => `complete -c inkling ${when} -a ${choice}`),
      ...entry.options.map((option) => {
        const { short, long, argChoices } = option;
        const flags = [short && `-s ${short.slice(1)}`, long && `-l ${long.slice(2)}`]
          .filter(Boolean)
          .join(' ');
        const value = argChoices
          ? ` -x -a ${quoted(argChoices.join(' '))}`
          : takesValue(option)
            ? takesFile(option)
              ? ' -r -F'
              : ' -x'
            : '';
        return `complete -c inkling ${when} ${flags}${value} -d ${quoted(firstSentence(option.description))}`;
      }),
    ];
  });
  return `# fish completion for inkling\n${lines.join('\n')}\n`;
}
