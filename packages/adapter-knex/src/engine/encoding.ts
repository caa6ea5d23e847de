import type { Dialect } from './dialect.js';
import type { Session } from './session.js';

/** How a database says in what it keeps texts, and what it has to say. */
interface Encoding {
  readonly ask: string;
  readonly utf8: string;
  readonly refusal: (found: string) => string;
}

const ENCODINGS: Readonly<Record<Dialect['name'], Encoding>> = {
  sqlite: {
    ask: 'PRAGMA encoding',
    utf8: 'UTF-8',
    refusal: (found) =>
      `SQLite keeps texts of this file as ${found}, and the engine binds UTF-8: make the file with PRAGMA encoding = 'UTF-8'`,
  },
  postgres: {
    ask: `SELECT current_setting('server_encoding') AS encoding`,
    utf8: 'UTF8',
    refusal: (found) =>
      `PostgreSQL keeps texts of this database as ${found}, and the engine binds UTF-8: make the database with ENCODING 'UTF8' TEMPLATE template0`,
  },
};

/** @throws for a database that keeps texts otherwise: it has not all letters, or takes each for several. */
export const requireUtf8 = async (
  all: Session['all'],
  { name }: Pick<Dialect, 'name'>,
): Promise<void> => {
  const { ask, utf8, refusal } = ENCODINGS[name];
  const [row] = (await all(ask)) as ReadonlyArray<{ readonly encoding: string }>;
  const found = row?.encoding ?? 'unknown';
  if (found !== utf8) throw new Error(refusal(found));
};
