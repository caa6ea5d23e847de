/** The environment variable that names the database of the bank's own books. */
export const BANK_DATABASE = 'HUNDI_FAILOVER_BANK_DATABASE';
