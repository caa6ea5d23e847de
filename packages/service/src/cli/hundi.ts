import { parseArgs } from 'node:util';
import { nearest } from '@hundi/core/wire';
import { StorageAway } from '@hundi/core/storage';
import { StartRefused } from '../config/start-refused.js';
import {
  EXIT,
  Failed,
  Misused,
  parseConfigOf,
  type Command,
  type Listed,
  type Surroundings,
} from './command/command.js';
import { COMMANDS } from './commands.js';
import { damageOf } from './damaged.js';
import { groupHelp, helpOf, overview } from './help.js';
import { refuseSecrets } from './refuse-secrets.js';
import { tenSeconds, withSigns, type Silence } from './terminal/signs.js';
import { version } from '../host/version.js';

const HELP: ReadonlySet<string> = new Set(['--help', '-h']);

const startsWith = (line: ReadonlyArray<string>, { name }: Listed): boolean =>
  name.split(' ').every((word, i) => line[i] === word);

/** The commands that were most likely meant. */
const meant = (line: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = COMMANDS.map(({ name }) => name);
  const options = line.findIndex((word) => word.startsWith('-'));
  const [word = '', ...next] = options === -1 ? line : line.slice(0, options);
  const groups = [...new Set(names.map((name) => name.split(' ', 1).join()))];
  const near =
    nearest([word, ...next.slice(0, 1)].join(' '), names) ?? nearest(word, groups) ?? word;
  return near === '' ? [] : names.filter((name) => name.startsWith(near));
};

const unknown = (line: ReadonlyArray<string>): Misused => {
  const near = meant(line);
  const hint =
    near.length > 0
      ? `did you mean ${near.join(', ')}?`
      : `there are ${COMMANDS.map(({ name }) => name).join(', ')}`;
  return new Misused(`no command is called ${line.slice(0, 2).join(' ')}: ${hint}`);
};

const UNKNOWN_OPTION = /^Unknown option '(-[^']*)'/;

/** What is wrong with the words behind a command; with the option that was most likely meant. */
const faultOf = (error: unknown, command: Command): string => {
  const { message } = error as Error;
  const [said, option] = UNKNOWN_OPTION.exec(message) ?? [];
  const names = Object.keys(parseConfigOf(command)).map((name) => `--${name}`);
  const near = option === undefined ? undefined : nearest(option, names);
  return near === undefined ? message : `${String(said)}; did you mean ${near}?`;
};

const parsed = (listed: Listed, command: Command, args: ReadonlyArray<string>) => {
  const { wordsMax = 0 } = command;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: parseConfigOf(command),
      allowPositionals: wordsMax > 0,
    });
    if (positionals.length > wordsMax) throw new Error(`too many words: ${positionals.join(' ')}.`);
    return { values, words: positionals };
  } catch (error) {
    throw new Misused(`${faultOf(error, command)} hundi ${listed.name} --help tells what it takes`);
  }
};

const call = async (
  line: ReadonlyArray<string>,
  around: Surroundings,
  silence: Silence,
): Promise<number> => {
  // Before anything that repeats a word of the line.
  refuseSecrets(line);
  const [word = '', next = ''] = line;
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${word} `));
  if (group.length > 0 && HELP.has(next)) {
    groupHelp(word, group).forEach(around.out);
    return EXIT.done;
  }
  const listed = COMMANDS.find((one) => startsWith(line, one));
  if (listed === undefined) throw unknown(line);
  const command = await listed.load();
  const { values, words } = parsed(listed, command, line.slice(listed.name.split(' ').length));
  if (values['help'] === true) {
    helpOf(listed, command).forEach(around.out);
    return EXIT.done;
  }
  const given = { values: values as Readonly<Record<string, string | boolean | undefined>>, words };
  const whole = { ...given, json: values['json'] === true };
  if (command.serves === true) return command.run(whole, around);
  const signs = withSigns(around, silence);
  try {
    return await command.run(whole, signs.around);
  } finally {
    signs.end();
  }
};

/**
 * Runs a command line; answers the exit code. What a person must know of a failure stands on standard error, and that a
 * command is still at work, after each while of silence.
 */
export const hundi = async (
  line: ReadonlyArray<string>,
  around: Surroundings,
  silence = tenSeconds,
): Promise<number> => {
  if (line.includes('--version')) {
    around.out(version());
    return EXIT.done;
  }
  if (line.length === 0 || line[0] === 'help' || HELP.has(line[0] ?? '')) {
    overview().forEach(line.length === 0 ? around.err : around.out);
    return line.length === 0 ? EXIT.misused : EXIT.done;
  }
  try {
    return await call(line, around, silence);
  } catch (error) {
    if (error instanceof Misused || error instanceof StartRefused) {
      around.err(`hundi: ${error.message}`);
      return EXIT.misused;
    }
    const known = error instanceof StorageAway || error instanceof Failed;
    const text = known ? error.message : damageOf(error);
    if (text === undefined) throw error;
    around.err(`hundi: ${text}`);
    return EXIT.failed;
  }
};
