import { AsyncLocalStorage } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { E } from '@hundi/core';
import type { Storage, Stores } from '@hundi/core/storage';
import type { ExecutionContext } from 'ava';
import { connectionsOf } from '../engine/connections.js';
import { dialectOf } from '../engine/dialect-of.js';
import { readsOf } from '../engine/read.js';
import { unitsOf } from '../engine/unit.js';
import type { Fresh } from '../fresh.test.support.js';
import { wholeLooks } from '../stores/duty/queue-front.js';
import { storesOf } from '../stores/stores.js';
import { grow } from './plans-rows.js';
import { exerciseRest } from './plans-small.js';
import { exercise, look } from './plans-statements.js';
import { sqlText } from './sql-text.js';

/** The statements that each method of a store runs, under its name, as `work.claim`; none for one that was not called. */
type Statements = Map<string, Map<string, string>>;

/** The bound rows of a statement, whose text depends on which of their columns differ. */
const ROWS = /\(SELECT (?:(?!SELECT).)*?\) s\b/gs;

const calling = new AsyncLocalStorage<string>();

type Methods = Readonly<Record<string, (...given: ReadonlyArray<unknown>) => unknown>>;

/** The same stores; while a method of theirs runs, {@link calling} says which. */
const named = (stores: Stores, statements: Statements): Stores =>
  Object.fromEntries(
    Object.keys(stores).map((store) => {
      const own = stores[store as keyof Stores] as unknown as Methods;
      const methods = Object.entries(own).map(([method, call]) => {
        const name = `${store}.${method}`;
        if (!statements.has(name)) statements.set(name, new Map());
        return [
          method,
          (...given: ReadonlyArray<unknown>) => calling.run(name, () => call(...given)),
        ];
      });
      return [store, Object.fromEntries(methods)];
    }),
  ) as unknown as Stores;

/** The part of PostgreSQL's driver that a COPY goes through. */
interface Driver {
  query?: (asked: unknown, ...further: ReadonlyArray<unknown>) => unknown;
}

/** A COPY passes {@link connectionsOf} by. */
const noteCopies = (driver: Driver, note: (sql: string) => void): void => {
  if (driver.query === undefined || Object.hasOwn(driver, 'query')) return;
  const query = driver.query.bind(driver);
  driver.query = (asked, ...further) => {
    const { text } = asked as { readonly text?: string };
    if (text?.startsWith('COPY') === true) note(text);
    return query(asked, ...further);
  };
};

/** A storage that notes each statement under the method of a store that runs it. */
const noting = ({ db }: Fresh, statements: Statements): Storage => {
  const [plain, dialect] = [connectionsOf(db), dialectOf(db)];
  const note = (sql: string): void => {
    const texts = statements.get(calling.getStore() ?? '');
    const form = sql.replace(ROWS, 's');
    // Of the forms of one statement the longest binds several rows.
    if (sql.length > (texts?.get(form)?.length ?? 0)) texts?.set(form, sql);
  };
  const connections: typeof plain = {
    ...plain,
    query: (connection, method, sql, bindings) => {
      note(sql);
      return plain.query(connection, method, sql, bindings);
    },
    acquire: async () => {
      const connection = await plain.acquire();
      noteCopies(connection as Driver, note);
      return connection;
    },
  };
  const stores = storesOf(dialect);
  const [unit, read] = [unitsOf(connections, dialect), readsOf(connections)];
  return {
    atomically: (work, { brief } = {}) =>
      unit((session) => work(named(stores(session, wholeLooks), statements)), brief),
    read: (work) => read((session) => work(named(stores(session, wholeLooks), statements))),
  };
};

const HEAD = (database: string): string =>
  `-- What the stores run on ${database}, under the store and the method that runs it. Where the text depends on a filter,
-- or on the columns in which bound rows differ, the forms of some calls stand for all. npm run docs:generate writes this
-- file.
`;

/** Where the statements of a database stand. */
export const fileOf = (database: string): URL =>
  new URL(`../../sql/${database.toLowerCase()}.sql`, import.meta.url);

/** Every statement of the stores on a database, as its file holds them. @throws where a method of a store runs none. */
export const statementsOf = async (database: string, fresh: Fresh): Promise<string> => {
  const statements: Statements = new Map();
  const storage = noting(fresh, statements);
  await storage.atomically<never, undefined>(async (stores) => {
    await grow(stores, 900);
    await exercise(stores);
    await exerciseRest(stores);
    await look(stores);
    return E.right(undefined);
  });
  await storage.read(look);
  const all = [...statements].sort(([a], [b]) => (a < b ? -1 : 1));
  const silent = all.filter(([, texts]) => texts.size === 0).map(([name]) => name);
  if (silent.length > 0) throw new Error(`call it in testing/plans-small.ts: ${silent.join(', ')}`);
  return [
    HEAD(database),
    ...all.map(
      ([name, texts]) =>
        `-- ${name}\n${[...texts.values()].map((sql) => `${sqlText(sql)};\n`).join('\n')}`,
    ),
  ].join('\n');
};

/** Compares statements with those that the file of a database holds; only what differs is shown. */
export const requireFile = async (
  t: ExecutionContext,
  database: string,
  now: string,
): Promise<void> => {
  const file = await readFile(fileOf(database), 'utf8');
  const without = (text: string, other: string): ReadonlyArray<string> => {
    const known = new Set(other.split('\n\n'));
    return text.split('\n\n').filter((statement) => !known.has(statement));
  };
  const [added, gone] = [without(now, file), without(file, now)];
  t.deepEqual({ added, gone }, { added: [], gone: [] });
  t.true(now === file, 'the same statements, in another order');
};
