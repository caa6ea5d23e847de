import { checksOf, type KitCheck } from '../check/check.js';
import { answerRules } from './answer-rules.js';
import { groupRules } from './group-rules.js';
import { lateRules } from './late-rules.js';
import { onceRules } from './once-rules.js';
import { queryRules } from './query-rules.js';
import type { RailUnderTest } from './rail-under-test.js';
import { wireRules } from './wire-rules.js';

/**
 * The checks of a bank's rail, against the bank's own test system or in process. They pay orders there; run them where
 * money is play money, one after the other. What the host gives no hook for, and what the rail does not declare, is
 * not checked, and says so.
 *
 * @throws what `rail` throws when it is asked for the traits.
 */
export const checkRail = (under: RailUnderTest): ReadonlyArray<KitCheck> =>
  checksOf(
    [...answerRules, ...onceRules, ...queryRules, ...groupRules, ...wireRules, ...lateRules],
    under,
  );
