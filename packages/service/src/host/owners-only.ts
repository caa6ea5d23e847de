const OTHERS = 0o077;

/** Lets only their owner read what this process writes from now on, SQLite's files too: they hold accounts and keys. */
export const writeForOwnerOnly = (): void => {
  process.umask(OTHERS);
};
