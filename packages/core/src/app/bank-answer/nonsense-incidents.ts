import type { Incident } from '../../model/journal/entry/incident.js';
import { nameOfTenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import type { BankRail, QueryAnswer } from '../../ports/bank-rail.js';
import { nonsenseDetail, type Nonsense, type NonsenseCode } from '../../ports/nonsense.js';
import { railName } from './ask-bank.js';

/** The mistakes that all answers of a call share: one incident for each corporate says it. */
const OF_THE_CALL: ReadonlySet<NonsenseCode> = new Set([
  'NOT_A_LIST',
  'TOO_FEW_ANSWERS',
  'TOO_MANY_ANSWERS',
]);

/** The incidents for those answers that the port does not allow: they name the rail and the mistake, and no value. */
export const nonsenseIncidents = (
  rail: Pick<BankRail, 'name'>,
  answered: ReadonlyArray<{
    readonly payout: AcceptedPayout;
    readonly answer: QueryAnswer | Nonsense;
  }>,
  at: EpochMs,
): ReadonlyArray<Incident> => {
  const told = new Set<string>();
  return answered.flatMap(({ payout, answer }): ReadonlyArray<Incident> => {
    if (answer.kind !== 'nonsense') return [];
    const { tenant, transactionId: subjectId } = payout.order;
    if (OF_THE_CALL.has(answer.code)) {
      const corporate = nameOfTenant(tenant);
      if (told.has(corporate)) return [];
      told.add(corporate);
    }
    const detail = nonsenseDetail(railName(rail), answer);
    return [{ tenant, kind: 'nonsense_answer', subjectId, at, detail }];
  });
};
