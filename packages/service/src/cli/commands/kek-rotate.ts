import { E } from '@hundi/core';
import { keks } from '../../config/values.js';
import { rotateKek } from '../../kek/rotate-kek.js';
import { Misused, type Command } from '../command/command.js';
import { DATABASE_OPTION, databaseOf } from '../local/database-of.js';

/** `hundi kek rotate`: seals everything under the first key. */
export const kekRotate: Command = {
  options: DATABASE_OPTION,
  about:
    'Seals under the first key of HUNDI_KEK what the database keeps sealed under another one, after which the others can be dropped (docs/operating.md). Services go on beside it on PostgreSQL; the service on an SQLite file must be stopped. A signal stops it between two pages; the next call goes on.',
  examples: ['HUNDI_KEK="$NEW,$OLD" hundi kek rotate'],
  run: async (given, around) => {
    const { env, out, err, stop } = around;
    const read = keks(env['HUNDI_KEK'] ?? '');
    if (E.isLeft(read))
      throw new Misused(`HUNDI_KEK: expected ${read.left}; list the new key, then the old ones`);
    const say = given.json
      ? (line: string) => {
          out(JSON.stringify({ line }));
        }
      : out;
    const report = { out: say, err, isStopped: () => stop.aborted };
    return rotateKek({ ...databaseOf(given, around), keks: read.right }, report);
  },
};
