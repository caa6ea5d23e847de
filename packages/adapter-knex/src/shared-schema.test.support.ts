import type { Knex } from 'knex';
import { freshSchema, type Fresh } from './fresh.test.support.js';
import { knexStorage, migrate, openPostgres, type PostgresOptions } from './index.js';

/**
 * Leaves what the migrations left: their version, and no rows. A table that has grown is truncated, or the dead rows
 * of large tests would slow the tests after them; truncating a small one costs more than it saves.
 */
export const emptying = (schema: string): string => `DO $$
  DECLARE found record;
  BEGIN
    FOR found IN
      SELECT oid::regclass AS name, pg_relation_size(oid) > 1048576 AS grown FROM pg_class
      WHERE relnamespace = '${schema}'::regnamespace AND relkind = 'r' AND relname <> 'hundi_schema'
    LOOP
      EXECUTE CASE WHEN found.grown THEN 'TRUNCATE ' ELSE 'DELETE FROM ' END || found.name;
    END LOOP;
    PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence JOIN pg_class ON oid = seqrelid
      WHERE relnamespace = '${schema}'::regnamespace;
  END $$`;

/** A vacuum between two tests would leave statistics of empty tables, and plans that are slow for large ones. */
const UNTOUCHED = `DO $$
  DECLARE found regclass;
  BEGIN
    FOR found IN
      SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    LOOP
      EXECUTE 'ALTER TABLE ' || found || ' SET (autovacuum_enabled = off)';
    END LOOP;
  END $$`;

/** The part of a Knex client that its types leave out. */
interface Client {
  acquireRawConnection: () => Promise<Session>;
  destroyRawConnection: (session: Session) => Promise<void>;
}

interface Session {
  /** Why Knex does not hand it out again. */
  readonly __knex__disposed?: unknown;
}

/** Sessions that outlive the Knex that opened them. */
interface KeptSessions {
  /** Lets a Knex begin with kept sessions, and keeps those that it ends. */
  readonly lendTo: (db: Knex) => void;
  readonly end: () => Promise<void>;
}

/** A test has as many connections at most. */
const CONNECTIONS = 6;

/**
 * A new session reads the catalog and plans each statement anew, which takes PostgreSQL longer than most tests. Each
 * test has a Knex of its own all the same: what it left running is refused once that is closed.
 */
const keptSessions = (): KeptSessions => {
  const kept: Session[] = [];
  const isGood = (session: Session): boolean => session.__knex__disposed === undefined;
  let endOne: Client['destroyRawConnection'] = () => Promise.resolve();
  return {
    lendTo: (db) => {
      const client = db.client as Client;
      const open = client.acquireRawConnection.bind(client);
      const end = client.destroyRawConnection.bind(client);
      endOne = end;
      client.acquireRawConnection = () => {
        const session = kept.pop();
        return session !== undefined && isGood(session) ? Promise.resolve(session) : open();
      };
      client.destroyRawConnection = (session) => {
        if (!isGood(session) || kept.length >= CONNECTIONS) return end(session);
        kept.push(session);
        return Promise.resolve();
      };
    },
    end: async () => {
      await Promise.all(kept.splice(0).map((session) => endOne(session)));
    },
  };
};

/** A schema for tests that come one after another, and do not change its tables. */
export interface SharedSchema {
  /** Connections of a test's own to the schema, which is as the migrations left it. Closing them empties it. */
  readonly fresh: () => Promise<Fresh>;
  /** Ends the sessions of earlier tests: those of the next one begin with what the server has by now. */
  readonly renew: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

export interface SharedSchemaOptions extends Pick<PostgresOptions, 'pooler'> {
  /** Changes what the migrations made, before the first test. */
  readonly change?: (db: Knex) => Promise<void>;
}

/**
 * Migrates once for many tests: PostgreSQL makes a hundred tables and indexes less quickly than it empties them.
 *
 * @param through the way of the tests to the server, if it is not the direct one.
 */
export const sharedSchema = async (
  url: string,
  through: string = url,
  { change, ...options }: SharedSchemaOptions = {},
): Promise<SharedSchema> => {
  const { db: owner, schema, close } = await freshSchema(url, { connections: 1 });
  await migrate(owner);
  await change?.(owner);
  await owner.raw(UNTOUCHED);
  const sessions = keptSessions();
  return {
    fresh: async () => {
      const db = openPostgres(through, { ...options, connections: CONNECTIONS, schema });
      sessions.lendTo(db);
      return {
        db,
        storage: knexStorage(db),
        close: async () => {
          // Units that a test left running end first.
          await db.destroy();
          await owner.raw(emptying(schema));
        },
      };
    },
    renew: sessions.end,
    drop: async () => {
      await sessions.end();
      await close();
    },
  };
};
