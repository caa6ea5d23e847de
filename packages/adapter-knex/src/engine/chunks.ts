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

/** Runs a statement chunk after chunk and adds up what it wrote. */
export const inChunks = async <A>(
  items: ReadonlyArray<A>,
  write: (chunk: ReadonlyArray<A>) => Promise<number>,
): Promise<number> => {
  let written = 0;
  for (const chunk of chunks(items)) written += await write(chunk);
  return written;
};
