/** What a way may ask of SQLite. Each statement is a round trip to the thread of the driver. */
interface SqliteBudget {
  readonly statements: number;
  /** Commits of transactions with a statement that writes. */
  readonly commits: number;
}

/** What a way may ask of PostgreSQL, which takes several statements in one round trip. */
interface PostgresBudget extends SqliteBudget {
  readonly roundTrips: number;
}

/** What the engine asks of its database for one thing that it does. */
export interface Budget {
  /** The thing, as the table names it. */
  readonly way: string;
  readonly reason: string;
  /** Lanes that run beside each other meet the work of others sooner or later: then the counts are the most allowed. */
  readonly isLimit?: true;
  readonly sqlite: SqliteBudget;
  readonly postgres: PostgresBudget;
}

/**
 * What the engine may ask of its database, counted at the driver. Counts are exact: a commit that changes one changes it
 * here, and says in the reason what a count that grows is for.
 *
 * On PostgreSQL the calls of a key are counted in the database, which several processes share: a statement outside of a
 * unit, for which no disk is waited for. On SQLite its one process counts them.
 *
 * A unit of work is BEGIN, its statements and COMMIT. On PostgreSQL its beginning is two statements in one round
 * trip, and a COPY is one statement in two.
 */
export const BUDGETS = {
  acceptOne: {
    way: '`POST …/payments/batches` with 1 payment',
    reason:
      'the key and the count of its calls; in one unit the initiator, the kept answer, the payout, the job, its journal entry, its work',
    sqlite: { statements: 9, commits: 1 },
    postgres: { statements: 11, roundTrips: 10, commits: 1 },
  },
  createOne: {
    way: '`POST …/payments` with 1 payment',
    reason: 'as a batch of 1',
    sqlite: { statements: 9, commits: 1 },
    postgres: { statements: 11, roundTrips: 10, commits: 1 },
  },
  acceptAgain: {
    way: 'a request that was answered before',
    reason:
      'the key and the count of its calls; in one unit the initiator, and the kept answer that is not added and then read',
    sqlite: { statements: 6, commits: 1 },
    postgres: { statements: 8, roundTrips: 7, commits: 1 },
  },
  finishOne: {
    way: 'a batch of 1, from there until it is paid and its events are sealed',
    reason:
      'six units: to claim the job and to evaluate it, to commit the intent to send, which reads whose payouts are held, and to record the word of the bank, to claim the journal and to seal it; before each claim of work the last token, which shows a database that was put back',
    sqlite: { statements: 58, commits: 6 },
    postgres: { statements: 66, roundTrips: 60, commits: 6 },
  },
  followUpOne: {
    way: 'the follow-up of a job of 1, half a minute after its intake',
    reason: 'expiry and search terms, each a unit that claims and one that writes',
    sqlite: { statements: 27, commits: 4 },
    postgres: { statements: 31, roundTrips: 27, commits: 4 },
  },
  acceptSome: {
    way: '32 batches of 1 at once',
    reason:
      'requests that wait share the next unit, the look-up of their key and the count of its calls; how many wait depends on when they arrive',
    isLimit: true,
    sqlite: { statements: 64, commits: 4 },
    postgres: { statements: 84, roundTrips: 80, commits: 4 },
  },
  finishSome: {
    way: '32 batches of 1, from there until they are paid and their events are sealed',
    reason: 'as one: each statement is about all of them',
    sqlite: { statements: 58, commits: 6 },
    postgres: { statements: 66, roundTrips: 60, commits: 6 },
  },
  workerOne: {
    way: 'a batch of 1, paid and sealed by a worker',
    reason:
      'the units above, the looks, and a journal that is sealed two to four times, depending on how far the payment has come whenever sealing looks',
    isLimit: true,
    sqlite: { statements: 127, commits: 12 },
    postgres: { statements: 142, roundTrips: 137, commits: 12 },
  },
  acceptMany: {
    way: '`POST …/payments/batches` with 20,000 payments',
    reason:
      'as a batch of 1; the count of its bytes; the payouts in chunks of at most 2,000 (SQLite) or a COPY for each 10,000, inside a savepoint (PostgreSQL)',
    sqlite: { statements: 18, commits: 1 },
    postgres: { statements: 17, roundTrips: 18, commits: 1 },
  },
  finishMany: {
    way: 'a batch of 20,000, from there until it is paid and its events are sealed',
    reason:
      'a unit that claims the job, one that evaluates it, two for each 1,000 that are sent, of entries that are sealed six for each 9,000: the claim, 1,000, and 2,000 four times',
    sqlite: { statements: 836, commits: 84 },
    postgres: { statements: 963, roundTrips: 998, commits: 84 },
  },
  deliverOne: {
    way: 'a delivered webhook',
    reason:
      'a unit that reads the last token and claims the endpoint, reads, and a unit that records the attempt',
    sqlite: { statements: 21, commits: 2 },
    postgres: { statements: 23, roundTrips: 21, commits: 2 },
  },
  deliverMany: {
    way: '100 webhooks, delivered to one endpoint',
    reason: 'as one: each statement is about all of them',
    sqlite: { statements: 21, commits: 2 },
    postgres: { statements: 23, roundTrips: 21, commits: 2 },
  },
  nextDue: {
    way: '`nextDue()` of the engine when nothing is due',
    reason:
      'one look for all duties; whether there is something to seal takes one (SQLite) or two (PostgreSQL)',
    sqlite: { statements: 2, commits: 0 },
    postgres: { statements: 3, roundTrips: 3, commits: 0 },
  },
  wakeUp: {
    way: 'a wake-up of a worker when nothing is due',
    reason: 'the same look',
    sqlite: { statements: 2, commits: 0 },
    postgres: { statements: 3, roundTrips: 3, commits: 0 },
  },
  getTransaction: {
    way: '`GET …/payments/transactions/{id}`',
    reason: 'the key and the count of its calls; the payout',
    sqlite: { statements: 2, commits: 0 },
    postgres: { statements: 3, roundTrips: 3, commits: 0 },
  },
  getJob: {
    way: '`GET …/payments/jobs/{id}`',
    reason:
      'the key and the count of its calls; the job, its payouts counted by state, a page of them',
    sqlite: { statements: 4, commits: 0 },
    postgres: { statements: 5, roundTrips: 5, commits: 0 },
  },
  report: {
    way: '`GET …/reports/transactions` among 20,001 payouts',
    reason:
      'the key and the count of its calls; the initiating user, the end of the range that is searched, the page',
    sqlite: { statements: 4, commits: 0 },
    postgres: { statements: 5, roundTrips: 5, commits: 0 },
  },
  search: {
    way: '`GET …/reports/transactions?search=…` among 20,001 payouts',
    reason:
      'the key and the count of its calls; the initiating user, the payees that match, the matches among the newest payouts counted together with the oldest job without search terms, the payouts of the terms that match, the page',
    sqlite: { statements: 6, commits: 0 },
    postgres: { statements: 7, roundTrips: 7, commits: 0 },
  },
  events: {
    way: '`GET …/events`',
    reason: 'the key and the count of its calls; a page of events',
    sqlite: { statements: 2, commits: 0 },
    postgres: { statements: 3, roundTrips: 3, commits: 0 },
  },
  openCheckout: {
    way: '`POST …/payout-checkout/sessions`',
    reason:
      'the key and the count of its calls; in one unit the maker, the payee, whether the reference is free, the kept answer, the reference that it holds, the session, its journal entry, its work',
    sqlite: { statements: 11, commits: 1 },
    postgres: { statements: 13, roundTrips: 12, commits: 1 },
  },
  authorizeCheckout: {
    way: 'a checkout session, from there to its payout: entered, shown, code mailed, authorized',
    reason:
      'five units: to hand the session to the browser, to mail a code, to count a try before the code is compared, to forgive it, to make the payout and free the reference for it',
    sqlite: { statements: 45, commits: 5 },
    postgres: { statements: 50, roundTrips: 45, commits: 5 },
  },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof BUDGETS;
