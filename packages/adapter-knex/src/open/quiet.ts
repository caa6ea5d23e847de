/** Knex warns on the console of errors that it throws as well; whoever catches them decides what is logged. */
export const quiet = {
  warn: (): void => undefined,
};
