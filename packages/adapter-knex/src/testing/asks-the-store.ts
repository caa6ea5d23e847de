import type { Scenario } from '@hundi/testkit/scenarios';

/** Where callers meet, rows are many, or a store searches, lists, drops or restores what it holds. */
const STORE =
  / races?\b|at the same time|\bsixteen\b|worker that is killed|\bat once\b|archiv|restor|backup|20,000|thousand|search|\blists?\b|report|page|seal|limit/i;

/**
 * Whether a scenario asks the store and not only a rule. Every scenario is played in memory; a database plays what may
 * differ there, and all of it with `HUNDI_TEST_SCENARIOS=every`, as `npm run prove` does. That a database keeps every
 * field of every record, and answers as the memory does, is the contract's to prove.
 */
export const asksTheStore = ({ title }: Scenario): boolean =>
  process.env['HUNDI_TEST_SCENARIOS'] === 'every' || STORE.test(title);
