/** Knex warns on the console of errors that it throws as well; the catching code decides what is logged. */
export const quiet = {
  warn: (): void => undefined,
};
