import { openPostgres } from '@hundi/adapter-knex';

/** Runs statements one after the other on a server; returns the rows of the last. */
export const ask = async (
  url: string,
  ...statements: ReadonlyArray<string>
): Promise<ReadonlyArray<unknown>> => {
  const db = openPostgres(url, { connections: 1 });
  try {
    let rows: ReadonlyArray<unknown> = [];
    for (const statement of statements)
      ({ rows } = await db.raw<{ readonly rows: ReadonlyArray<unknown> }>(statement));
    return rows;
  } finally {
    await db.destroy();
  }
};
