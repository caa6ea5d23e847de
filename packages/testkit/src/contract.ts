/**
 * Conformance: what an adapter must keep, one promise a case, as data for any test runner.
 *
 * @packageDocumentation
 */

// The contract of storage adapters
export type { ContractCase } from './contract/contract-case.js';
export { storageContract } from './contract/all/storage-contract.js';

// The contract of the sandbox bank's books
export { booksContract, type BooksCase } from './contract/bank/books-contract.js';

// The contract of rate limiters
export {
  rateLimiterContract,
  type MakeRateLimiter,
  type RateLimiterCase,
} from './contract/rate-limits/rate-limiter-contract.js';

// Where tests find a browser
export { chromiumLaunch, type ChromiumLaunch } from './contract/chromium.js';

// Where the tests of a storage find PostgreSQL, and a pooler before it
export { citusUrl, postgresUrl } from './contract/postgres-url.js';
export {
  pgbouncerPath,
  startPgbouncer,
  type PgBouncer,
  type PgBouncerOptions,
} from './contract/pgbouncer.js';
