import type { PayoutOrder } from '@hundi/core/wire';
import type { Evidence } from './evidence.js';

/**
 * Whether it can never be known that the bank did not get a payout which a restored database may have forgotten to
 * have sent.
 */
export const mayStayInDoubt = (
  { line, simulation }: Evidence,
  { createdAt }: Pick<PayoutOrder, 'createdAt'>,
): boolean => {
  const { canQuery, absenceFinalAfterMs } = simulation.world.climate.traits;
  const neverAnswers = !canQuery || absenceFinalAfterMs === null;
  return neverAnswers && line !== undefined && createdAt <= line;
};
