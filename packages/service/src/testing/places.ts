import { postgresUrl } from '@hundi/testkit/contract';
import type { ExecutionContext } from 'ava';
import { freshPostgres } from './fresh-postgres.js';
import { emptyDataDir, type Variables } from './running-service.js';

/** Where one service keeps its things; a restart finds them again. */
export interface Place {
  readonly dataDir: string;
  readonly variables: Variables;
}

type MakePlace = (t: ExecutionContext) => Promise<Place>;

/** A fresh place on every database that answers here, by its name. */
export const places = async (): Promise<Readonly<Record<string, MakePlace>>> => {
  const sqlite: MakePlace = async () => ({ dataDir: await emptyDataDir(), variables: {} });
  if ((await postgresUrl()) === undefined) return { SQLite: sqlite };
  return {
    SQLite: sqlite,
    PostgreSQL: async (t) => {
      const fresh = await freshPostgres();
      if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
      t.teardown(fresh.drop);
      return { dataDir: await emptyDataDir(), variables: { DATABASE_URL: fresh.url } };
    },
  };
};
