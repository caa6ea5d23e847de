import { MIGRATIONS } from './migrations.js';

/** The versions that a database keeps of its schema. */
export interface SchemaVersions {
  readonly version: number;
  /** The version of the oldest program that may work on it. */
  readonly serves: number;
}

/** A row with these versions; one without `serves` is of a database that does not keep it. */
export interface VersionsRow {
  readonly version: number | string | null;
  readonly serves?: number | string | null;
}

/** Columns that a statement on other tables reads beside its own: a look of its own would be one more round trip. */
export const VERSIONS_BESIDE =
  '(SELECT version FROM hundi_schema) AS version, (SELECT serves FROM hundi_schema) AS serves';

export const versionsOf = (row: VersionsRow | undefined): SchemaVersions => {
  const version = Number(row?.version ?? 0);
  return { version, serves: Number(row?.serves ?? version) };
};

/** A program knows the schemas up to its own version, and may work on newer ones that serve it. */
export const fits = ({ version, serves }: SchemaVersions, program: number): boolean =>
  version === program || (version > program && serves <= program);

/** @throws when the schema is newer than the program, and does not serve it. */
export const requireFit = (schema: SchemaVersions, program: number): void => {
  if (schema.version <= program || fits(schema, program)) return;
  throw new Error(
    `the schema is at version ${String(schema.version)}, newer than this program's ${String(program)}, and serves programs from version ${String(schema.serves)} on: start a newer program`,
  );
};

/** {@link requireFit} of this program, by a row that has {@link VERSIONS_BESIDE}. */
export const requireServed = (row: VersionsRow | undefined): void => {
  requireFit(versionsOf(row), MIGRATIONS.length);
};
