import type { Connection, Connections } from './connections.js';

/** How units of work run, together and by themselves. */
interface Turns<Work, Result> {
  readonly connections: Pick<Connections, 'acquire' | 'release'>;
  /** Runs all of them in one transaction on a connection; answers their results in order. */
  readonly together: (
    connection: Connection,
    works: ReadonlyArray<Work>,
  ) => Promise<ReadonlyArray<Result>>;
  readonly alone: (work: Work) => Promise<Result>;
  /** Whether a unit may run again after a transaction, its own or one with others, failed so. */
  readonly mayRunAgain: (error: unknown, withOthers: boolean) => boolean;
}

interface Waiting<Work, Result> {
  readonly work: Work;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** A transaction of more would keep the first of them waiting. */
const UNITS_MAX = 16;

/**
 * Lets units that wait for the one writer share its next turn: one transaction and one wait for the disk. No unit
 * costs a savepoint; where one fails or refuses, everything is undone and each runs by itself. The units are taken when
 * the writer is free, so that one that is alone waits for no other.
 */
export const sharedTurns = <Work, Result>({
  connections,
  together,
  alone,
  mayRunAgain,
}: Turns<Work, Result>): ((work: Work) => Promise<Result>) => {
  const waiting: Waiting<Work, Result>[] = [];
  let isDraining = false;

  /** Answers what is left to do once the connection is free. */
  const run = async (
    connection: Connection,
    group: ReadonlyArray<Waiting<Work, Result>>,
  ): Promise<() => void> => {
    try {
      const works = group.map(({ work }) => work);
      const results = await together(connection, works);
      return () => {
        group.forEach(({ resolve }, i) => {
          resolve(results[i] as Result);
        });
      };
    } catch (error) {
      const again = mayRunAgain(error, group.length > 1);
      return () => {
        for (const { work, resolve, reject } of group)
          if (again) resolve(alone(work));
          else reject(error);
      };
    }
  };

  const takeTurn = async (): Promise<void> => {
    const connection = await connections.acquire();
    const settle = await run(connection, waiting.splice(0, UNITS_MAX));
    try {
      await connections.release(connection);
    } finally {
      // What a unit has come to does not depend on its connection.
      settle();
    }
  };

  const drain = async (): Promise<void> => {
    isDraining = true;
    while (waiting.length > 0) {
      try {
        await takeTurn();
      } catch (error) {
        // There is no connection to be had: the same is true for all that wait for it.
        for (const { reject } of waiting.splice(0)) reject(error);
      }
    }
    isDraining = false;
  };

  return (work) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ work, resolve, reject });
      if (!isDraining) void drain();
    });
};
