import { createRequire } from 'node:module';
import type knexPackage from 'knex';
import type { Knex } from 'knex';

const require = createRequire(import.meta.url);

/** Loads Knex with the first database that is opened: a host that only imports this package starts without it. */
export const knex = (config: Knex.Config): Knex => (require('knex') as typeof knexPackage)(config);
