/** What work on a file answers; undefined where there is no such file. */
export const unlessGone = async <A>(work: Promise<A>): Promise<A | undefined> =>
  work.catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
