import { join } from 'node:path';
import { E } from '@hundi/core';
import { database, databasePooler, path } from '../../config/values.js';
import type { NamedDatabase } from '../../database/open-existing.js';
import { Misused, textOf, type Given, type Option, type Surroundings } from '../command/command.js';

/** The option of every command that works on the database. */
export const DATABASE_OPTION: Readonly<Record<'database-url', Option>> = {
  'database-url': {
    type: 'string',
    value: 'URL',
    about:
      'the database, without a password; else DATABASE_URL, else the file that the service makes in DATA_DIR',
  },
};

type Around = Pick<Surroundings, 'env' | 'directory'>;

const pathIn = ({ env, directory }: Around, name: string, fallback: string): string => {
  const read = path(directory)(env[name] ?? fallback);
  if (E.isLeft(read)) throw new Misused(`${name}: expected ${read.left}`);
  return read.right;
};

/** The file of the send mark that the settings of the service name. @throws Misused */
export const sendMarkOf = (around: Around): string =>
  pathIn(around, 'SEND_MARK', join(pathIn(around, 'DATA_DIR', '.data'), 'send-mark'));

/** The database that a command line or the settings of the service name. @throws Misused */
export const databaseOf = (given: Given, { env, directory }: Around): NamedDatabase => {
  const option = textOf(given, 'database-url');
  const dataDir = pathIn({ env, directory }, 'DATA_DIR', '.data');
  const place = database(directory)(
    option ?? env['DATABASE_URL'] ?? `sqlite:${join(dataDir, 'hundi.db')}`,
  );
  if (E.isLeft(place))
    throw new Misused(
      option === undefined
        ? `DATABASE_URL: expected ${place.left}`
        : '--database-url: expected sqlite:PATH or postgres://user@host:port/name',
    );
  const pooler = databasePooler(env['DATABASE_POOLER'] ?? 'none');
  if (E.isLeft(pooler)) throw new Misused(`DATABASE_POOLER: expected ${pooler.left}`);
  return { place: place.right, pooler: pooler.right };
};
