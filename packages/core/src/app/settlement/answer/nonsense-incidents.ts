import type { Incident } from '../../../model/journal/entry/incident.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { AcceptedPayout } from '../../../model/payout/payout.js';
import type { BankRail, QueryAnswer } from '../../../ports/bank-rail.js';
import { nonsenseDetail, type Nonsense, type NonsenseCode } from '../../../ports/nonsense.js';
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
  return answered.flatMap(({ payout: { order }, answer }) => {
    if (answer.kind !== 'nonsense') return [];
    const { bankTenantId, corporateTenantId } = order.tenant;
    const corporate = JSON.stringify([bankTenantId, corporateTenantId]);
    if (OF_THE_CALL.has(answer.code)) {
      if (told.has(corporate)) return [];
      told.add(corporate);
    }
    return [
      {
        tenant: order.tenant,
        kind: 'nonsense_answer' as const,
        subjectId: order.transactionId,
        at,
        detail: nonsenseDetail(railName(rail), answer),
      },
    ];
  });
};
