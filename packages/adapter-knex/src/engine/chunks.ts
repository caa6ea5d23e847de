import type { Bound, Session } from './session.js';

/** Rows of one statement: enough to make round trips cheap, few enough that other requests get a turn. */
export const CHUNK_ROWS = 2_000;

/** Cuts a list into pieces of at most `size`, without copying a list that fits. */
export const chunks = <A>(
  items: ReadonlyArray<A>,
  size = CHUNK_ROWS,
): ReadonlyArray<ReadonlyArray<A>> =>
  items.length === 0
    ? []
    : items.length <= size
      ? [items]
      : Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
          items.slice(i * size, (i + 1) * size),
        );

/**
 * Writes a list chunk after chunk and adds up what was written. The next chunk is put together while the
 * database is busy with the one before it.
 */
export const inChunks = async <A, B>(
  items: ReadonlyArray<A>,
  prepare: (chunk: ReadonlyArray<A>) => B,
  write: (prepared: B) => Promise<number>,
): Promise<number> => {
  let written = 0;
  let running: Promise<number> = Promise.resolve(0);
  for (const chunk of chunks(items)) {
    const prepared = prepare(chunk);
    written += await running;
    running = write(prepared);
    // It is awaited a turn later; until then its failure has no handler yet.
    running.catch(() => undefined);
  }
  return written + (await running);
};

/** {@link inChunks} for a statement that only counts. Nothing comes between the chunks of one list. */
export const runInChunks = <A>(
  session: Session,
  items: ReadonlyArray<A>,
  prepare: (chunk: ReadonlyArray<A>) => Bound,
): Promise<number> => {
  const writeIn = (alone: Session): Promise<number> =>
    inChunks(items, prepare, ({ sql, bindings }) => alone.run(sql, bindings));
  return items.length <= CHUNK_ROWS ? writeIn(session) : session.alone(writeIn);
};
