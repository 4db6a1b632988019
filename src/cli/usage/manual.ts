import { homedir } from 'node:os';
import type { Command } from 'commander';

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
    ...commandsOf(program, ''),
    '.SH EXIT STATUS',
    ...exitCodes.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, roff(meaning)]),
    '.SH SEE ALSO',
    roff('docs/command-line.md and docs/pipelines.md in the repository of Inkling'),
  ];
  return `${lines.join('\n')}\n`;
}

const exitCodes = [
  ['0', 'Everything was scanned, and nothing failed.'],
  ['1', 'More files failed than --max allows, or score skipped a line.'],
  ['2', 'A named file can’t be scanned, a pattern matches nothing, or the arguments are invalid.'],
] as const;

function commandsOf(command: Command, path: string): string[] {
  const help = command.createHelp();
  return help
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
    .flatMap((each) => {
      const name = `${path} ${each.name()}`.trim();
      const options = help.visibleOptions(each).filter(({ long }) => long !== '--help');
      return [
        `.SS ${roff(`inkling ${name} ${each.usage()}`)}`,
        roff(each.description()),
        ...options.flatMap((option) => [
          '.TP',
          `.B ${roff(option.flags)}`,
          roff(help.optionDescription(option).replaceAll(homedir(), '~')),
        ]),
        ...commandsOf(each, name),
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
