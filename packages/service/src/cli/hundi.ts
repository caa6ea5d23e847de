import { parseArgs } from 'node:util';
import { StorageAway } from '@hundi/core/storage';
import { StartRefused } from '../config/start-refused.js';
import {
  EXIT,
  Failed,
  Misused,
  parseConfigOf,
  type Command,
  type Surroundings,
} from './command.js';
import { COMMANDS, type Listed } from './commands.js';
import { damageOf } from './damaged.js';
import { groupHelp, helpOf, overview } from './help.js';
import { refuseSecrets } from './refuse-secrets.js';

const HELP: ReadonlySet<string> = new Set(['--help', '-h']);

const startsWith = (line: ReadonlyArray<string>, { name }: Listed): boolean =>
  name.split(' ').every((word, i) => line[i] === word);

const unknown = (line: ReadonlyArray<string>): Misused => {
  const [word = ''] = line;
  const near = COMMANDS.filter(({ name }) => name.startsWith(word)).map(({ name }) => name);
  const known = near.length > 0 ? near : COMMANDS.map(({ name }) => name);
  return new Misused(`no command is called ${line.slice(0, 2).join(' ')}: ${known.join(', ')}`);
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
    const fault = error instanceof Error ? error.message : String(error);
    throw new Misused(`${fault} hundi ${listed.name} --help tells what it takes`);
  }
};

const call = async (line: ReadonlyArray<string>, around: Surroundings): Promise<number> => {
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
  return command.run({ ...given, json: values['json'] === true }, around);
};

/** Runs a command line; answers the exit code. What a person must know of a failure stands on standard error. */
export const hundi = async (line: ReadonlyArray<string>, around: Surroundings): Promise<number> => {
  if (line.length === 0 || line[0] === 'help' || HELP.has(line[0] ?? '')) {
    overview().forEach(line.length === 0 ? around.err : around.out);
    return line.length === 0 ? EXIT.misused : EXIT.done;
  }
  try {
    return await call(line, around);
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
