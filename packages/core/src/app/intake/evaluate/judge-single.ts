import type { Tenant } from '../../../kernel/values/tenant.js';
import type { IntakeRow } from '../../../model/payout/payout.js';
import type { Stores } from '../../../storage/storage.js';
import type { LimitUse } from '../../../storage/payout-store.js';
import { bookOf, limitKeys } from '../rules/daily-room.js';
import { judgeGroups } from '../rules/evaluate-batch.js';
import type { JudgedRow } from '../../../model/payout/judged-row.js';
import type { RowFacts } from '../rules/row-facts.js';
import { judgeRow } from '../rules/row-rules.js';

/** The decision of intake on a single payment, and the amount that it uses of daily limits. */
export interface JudgedSingle extends JudgedRow {
  readonly uses: ReadonlyArray<LimitUse>;
}

/** Judges one payment by all the rules of a batch; holds the daily limits that it counts against. */
export const judgeSingle = async (
  { payouts }: Stores,
  tenant: Tenant,
  payout: IntakeRow,
  facts: RowFacts,
): Promise<JudgedSingle> => {
  const row = { payout, result: judgeRow(payout, facts) };
  const book = bookOf(facts, await payouts.holdLimits(tenant, limitKeys([row])));
  const [judged = row] = judgeGroups([row], facts, book);
  return { uses: book.taken(), ...judged };
};
