/** Numbers that no other user of a PostgreSQL database's advisory locks takes. */
export const ADVISORY_LOCKS = {
  migrate: 7_210_485_193,
  again: 7_210_485_194,
  skip: 7_210_485_195,
  claim: 7_210_485_196,
} as const;
