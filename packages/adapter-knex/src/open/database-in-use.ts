/** Another process, or another part of this one, has the database open. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';

  constructor(readonly file: string) {
    super(`${file} is in use by another process; an SQLite database serves one process at a time`);
  }
}
