import { SECOND, type EpochMs } from '../../../kernel/values/time.js';
import type { AcquirerTraits } from '../../../ports/card-acquirer.js';

/**
 * How long after its attempt was counted a charge may still start: long before anybody asks the acquirer what became of
 * a charge that has not begun.
 */
export const CHARGE_STARTS_WITHIN = 5 * SECOND;

/**
 * The moment from which on the acquirer's answer that it has no such charge is final, counted from the last moment at which
 * the charge may have started to the question, never its answer; `Infinity` where it is never final.
 *
 * @param startedAt when the attempt was counted
 */
export const chargeFinalFrom = (
  startedAt: EpochMs,
  { absenceFinalAfterMs }: AcquirerTraits,
): EpochMs =>
  absenceFinalAfterMs === null ? Infinity : startedAt + CHARGE_STARTS_WITHIN + absenceFinalAfterMs;
