import type { Command, Listed } from './command/command.js';
import { COMMANDS } from './commands.js';

const column = (names: ReadonlyArray<string>): number =>
  Math.max(...names.map((name) => name.length)) + 2;

const table = (rows: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> => {
  const width = column(rows.map(([name]) => name));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}${about}`);
};

const summaries = (commands: ReadonlyArray<Listed>): ReadonlyArray<string> =>
  table(commands.map(({ name, summary }) => [name, summary]));

/** What `hundi --help` prints. */
export const overview = (): ReadonlyArray<string> => [
  'hundi: a payout and checkout engine. Usage: hundi COMMAND [OPTIONS]',
  '',
  ...summaries(COMMANDS),
  '',
  'hundi COMMAND --help describes a command; hundi --version prints the version. Commands read the settings of the service from the environment (docs/operating.md).',
  'Exit codes: 0 done · 1 failed, or found what a person must look at · 2 called wrongly, or a setting is wrong.',
];

/** What `hundi keys --help` prints, of the commands that begin with that word. */
export const groupHelp = (
  group: string,
  commands: ReadonlyArray<Listed>,
): ReadonlyArray<string> => [
  `Usage: hundi ${group} COMMAND [OPTIONS]`,
  '',
  ...summaries(commands),
  '',
  `hundi ${group} COMMAND --help describes a command.`,
];

/** What `hundi COMMAND --help` prints. */
export const helpOf = (
  { name }: Listed,
  { words, options = {}, about, examples = [] }: Command,
): ReadonlyArray<string> => {
  const given = Object.entries(options).map(
    ([option, { value, about: use }]) =>
      [`--${option}${value === undefined ? '' : ` ${value}`}`, use] as const,
  );
  return [
    `Usage: hundi ${name}${words === undefined ? '' : ` ${words}`} [OPTIONS]`,
    '',
    about,
    '',
    ...table([
      ...given,
      ['--json', 'prints one JSON document a line, for scripts'],
      ['--help', 'prints this'],
    ]),
    ...(examples.length === 0 ? [] : ['', 'Examples:', ...examples.map((line) => `  ${line}`)]),
  ];
};
