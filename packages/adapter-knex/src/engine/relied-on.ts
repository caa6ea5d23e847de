/**
 * Settings of a session of PostgreSQL that the engine's statements rely on, whoever opened it: what a literal and an array
 * mean, that a failed insert leaves the session alive, and that a statement by itself loses no race.
 */
export const RELIED_ON: Readonly<Record<string, string>> = {
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  exit_on_error: 'off',
  default_transaction_isolation: 'read committed',
};
