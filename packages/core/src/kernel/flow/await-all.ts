/**
 * Waits until all have ended, then rejects as the first that failed did. Unlike `Promise.all` it leaves
 * nothing running behind: a unit of work must not be undone while a part of it is still being written.
 */
export const awaitAll = async (parts: ReadonlyArray<Promise<unknown>>): Promise<void> => {
  const results = await Promise.allSettled(parts);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
};
