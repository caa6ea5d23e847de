import knex, { type Knex } from 'knex';
import { quiet } from './quiet.js';

export interface PostgresOptions {
  /** Connections of this process at most. Each unit of work, and each read, takes one while it lasts. Default 16. */
  readonly connections?: number;
  /** How long a caller waits for a free connection before it gets an error. Default 15,000. */
  readonly acquireTimeoutMs?: number;
  /** The server gives up on a statement after so long; 0 lets it run for ever. Default 30,000. */
  readonly statementTimeoutMs?: number;
  /** The schema that holds the tables, if it is not the one that the role finds first. */
  readonly schema?: string;
}

/**
 * A pool of connections to PostgreSQL; `destroy()` closes it. Connects when first used. Commits wait for the disk
 * (`synchronous_commit`) with any default of the server.
 */
export const openPostgres = (url: string, options: PostgresOptions = {}): Knex => {
  const {
    connections = 16,
    acquireTimeoutMs = 15_000,
    statementTimeoutMs = 30_000,
    schema,
  } = options;
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'hundi',
      statement_timeout: statementTimeoutMs,
      // Compiling a statement costs more than any statement of ours takes.
      options: '-c jit=off -c synchronous_commit=on',
    },
    ...(schema === undefined ? {} : { searchPath: schema }),
    log: quiet,
    acquireConnectionTimeout: acquireTimeoutMs,
    pool: { min: 0, max: connections },
  });
};
