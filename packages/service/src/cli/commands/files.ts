import { join, resolve } from 'node:path';
import { rupees } from '@hundi/core';
import {
  FILE_STATES,
  listBankFiles,
  type BankFile,
  type FileState,
} from '../../folder-rail/bank-files.js';
import { foldersIn } from '../../folder-rail/folders.js';
import { EXIT, Misused, numberOf, textOf, type Command, type Given } from '../command/command.js';
import { sayThereAreMore } from '../command/limit.js';
import { moment } from '../terminal/moment.js';
import { plain } from '../terminal/plain.js';

const statesOf = (given: Given): ReadonlySet<FileState> => {
  const text = textOf(given, 'state');
  const state = FILE_STATES.find((one) => one === text);
  if (text !== undefined && state === undefined)
    throw new Misused(`--state: expected one of ${FILE_STATES.join(', ')}`);
  return new Set(state === undefined ? FILE_STATES : [state]);
};

const lineOf = ({ at, state, name, orders, sum, reason }: BankFile): string =>
  [
    `${moment(at)} ${state} ${name}`,
    ...(orders === undefined || sum === undefined
      ? []
      : [`${String(orders)} orders, ${rupees(sum)}`]),
    ...(reason === undefined ? [] : [reason]),
  ].join(': ');

/** `hundi files`: the files between the service and the bank. */
export const files: Command = {
  options: {
    folder: {
      type: 'string',
      value: 'DIRECTORY',
      about: 'else RAIL_FOLDER, else `bank` in DATA_DIR',
    },
    state: { type: 'string', value: 'STATE', about: `only ${FILE_STATES.join(', ')}` },
    limit: { type: 'string', value: 'NUMBER', about: 'at most so many; else 100' },
  },
  about:
    'Lists the files of BANK_RAIL=iso20022-folder, the newest first, each with its state: files of orders with their number and sum, refused ones with what is wrong. Reads only, beside the services.',
  examples: ['hundi files --state refused'],
  run: async (given, { env, directory, out, err }) => {
    const states = statesOf(given);
    const limit = numberOf(given, 'limit', { min: 1, max: 100_000, usual: 100 });
    const folder =
      textOf(given, 'folder') ?? env['RAIL_FOLDER'] ?? join(env['DATA_DIR'] ?? '.data', 'bank');
    const found = await listBankFiles(foldersIn(resolve(directory, folder)), states, limit + 1);
    if (found.length > limit) sayThereAreMore(limit, { err });
    for (const one of found.slice(0, limit))
      out(given.json ? JSON.stringify(one) : plain(lineOf(one)));
    if (!given.json && found.length === 0) out('no file');
    return EXIT.done;
  },
};
