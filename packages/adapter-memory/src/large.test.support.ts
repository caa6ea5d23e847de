import type { Scenario } from '@hundi/testkit/scenarios';

/** Whether a scenario moves thousands of payouts, which takes seconds. */
export const isLarge = ({ title }: Scenario): boolean =>
  /20,000|a large (batch|job)|gives way to a backlog/.test(title);
