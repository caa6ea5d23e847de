import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { Connection, Connections } from './connections.js';
import type { Placed } from './placed-connections.js';
import { readsOf } from './read.js';
import type { Rows } from './session.js';

/** The part of PostgreSQL's own driver that is used here; its types leave `unref` out. */
type Driver = Connection &
  Pick<ClientBase, 'on' | 'once' | 'query'> & {
    readonly end: () => Promise<void>;
    readonly unref: () => void;
  };

/** Tells other processes on the same database that this one added work, and hears when they did (LISTEN, NOTIFY). */
export interface WorkChannel {
  /** Tells the other processes within {@link TELL_EVERY_MS}; does not wait for it. */
  readonly tell: () => void;
  /**
   * Calls `onWork` when another process tells of work, and after each gap in which this one could not hear it.
   *
   * @returns stops that; resolves once nothing is heard any more.
   */
  readonly listen: (onWork: () => void) => () => Promise<void>;
}

/** A process tells the others at most this often: one message makes them look at all that is due. */
const TELL_EVERY_MS = 20;

const RECONNECT_MS = 1_000;
const RECONNECT_MAX_MS = 30_000;

// The table's own number: processes on other schemas of the database have another channel.
const CHANNEL = `SELECT 'hundi_work_' || oid AS channel FROM pg_class WHERE oid = to_regclass('work')`;
const TELL = `SELECT pg_notify(channel, ?) FROM (${CHANNEL}) c`;

/** Calls `say` at once, and what is asked for meanwhile and shortly after as one more call. */
const gathering = (say: () => Promise<void>): (() => void) => {
  let [asked, busy] = [false, false];
  const run = async (): Promise<void> => {
    busy = true;
    while (asked) {
      asked = false;
      await say();
      await setTimeout(TELL_EVERY_MS, undefined, { ref: false });
    }
    busy = false;
  };
  return () => {
    asked = true;
    if (!busy) void run();
  };
};

/** Hears until its connection ends; rejects where it cannot be had. */
type Hear = (onWork: () => void, stopped: AbortSignal) => Promise<void>;

const hearing =
  ({ openBeside }: Connections, askChannel: () => Promise<string>, self: string): Hear =>
  async (onWork, stopped) => {
    // By the pool, which resolves names as its owner has it.
    const channel = await askChannel();
    const connection = (await openBeside()) as Driver;
    const end = () => void connection.end().catch(() => undefined);
    try {
      // A worker that waits for work does not keep its process alive.
      connection.unref();
      let failure: Error | undefined;
      const ended = new Promise<void>((resolve) => {
        connection.once('end', resolve);
        connection.on('error', (error: Error) => {
          failure ??= error;
          resolve();
        });
      });
      connection.on('notification', ({ payload }) => {
        if (payload !== self) onWork();
      });
      await connection.query(`LISTEN ${channel}`);
      onWork();
      stopped.addEventListener('abort', end);
      if (stopped.aborted) return;
      await ended;
      if (failure !== undefined) throw failure;
    } finally {
      stopped.removeEventListener('abort', end);
      end();
    }
  };

const pause = async (failures: number, signal: AbortSignal): Promise<void> => {
  const ms = Math.min(RECONNECT_MS * 2 ** Math.min(failures, 10), RECONNECT_MAX_MS);
  await setTimeout(ms, undefined, { ref: false, signal }).catch(() => undefined);
};

/** Hears for as long as somebody listens, over one connection for all of them. */
const ears = (hear: Hear, onError: (error: unknown) => void): WorkChannel['listen'] => {
  const listeners: (() => void)[] = [];
  let current: { readonly stop: () => Promise<void> } | undefined;

  const attend = async (signal: AbortSignal): Promise<void> => {
    const isStopped = (): boolean => signal.aborted;
    let failures = 0;
    const onWork = (): void => {
      failures = 0;
      for (const listener of new Set(listeners)) listener();
    };
    while (!isStopped()) {
      try {
        await hear(onWork, signal);
      } catch (error) {
        if (!isStopped()) onError(error);
      }
      if (!isStopped()) await pause(failures, signal);
      failures += 1;
    }
  };
  const start = () => {
    const stopped = new AbortController();
    const attending = attend(stopped.signal);
    return {
      stop: () => {
        stopped.abort();
        return attending;
      },
    };
  };
  return (onWork) => {
    listeners.push(onWork);
    current ??= start();
    return async () => {
      const place = listeners.indexOf(onWork);
      if (place >= 0) listeners.splice(place, 1);
      if (listeners.length > 0) return;
      const last = current;
      current = undefined;
      await last?.stop();
    };
  };
};

/**
 * The channel of a PostgreSQL. A unit tells after its commit, and not by a NOTIFY inside: PostgreSQL lets no two
 * transactions with a NOTIFY commit at once. Every worker also looks for work by itself, so a lost message only delays it.
 *
 * @param direct opens the connection to hear by
 * @param onError is called with why others could not be told, or not be heard; hearing is tried again.
 */
export const workChannel = (
  placed: Placed,
  direct: Connections,
  onError: (error: unknown) => void,
): WorkChannel => {
  const self = randomUUID();
  const ask = async (sql: string, ...bindings: ReadonlyArray<string>): Promise<Rows> =>
    readsOf(await placed())((session) => session.all(sql, bindings));
  const askChannel = async (): Promise<string> => {
    const [row] = (await ask(CHANNEL)) as ReadonlyArray<{ readonly channel: string }>;
    if (row === undefined) throw new Error('the table `work` is not there: has `migrate` run?');
    return row.channel;
  };
  const tellOthers = async (): Promise<void> => {
    // Who has closed the pool wants nothing more of it.
    if (!(await placed()).isClosed()) await ask(TELL, self);
  };
  return {
    tell: gathering(() => tellOthers().catch(onError)),
    listen: ears(hearing(direct, askChannel, self), onError),
  };
};
