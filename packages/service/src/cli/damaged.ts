/** SQLite's words and PostgreSQL's for pages or indexes that are not as they were written. */
const CODES = /^(SQLITE_(CORRUPT|NOTADB)|XX00[12])$/;

/** The text for an operator if an error means that the database is damaged; undefined for any other error. */
export const damageOf = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && CODES.test(code)
    ? `the database is damaged (${code}): restore a backup (docs/backup.md)`
    : undefined;
};
