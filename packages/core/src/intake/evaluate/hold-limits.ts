import { E } from '../../kernel/fp.js';
import type { PackageCode } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { LimitUse } from '../../storage/payout-store.js';
import type { Stores } from '../../storage/storage.js';
import { dailyBook, type DailyBook } from '../rules/daily-room.js';
import type { JudgedRow } from '../rules/group-rules.js';
import type { RowFacts } from '../rules/row-facts.js';

type LimitKey = Pick<LimitUse, 'packageCode' | 'day'>;

/** The book of the limits that the rows could count against, and how much of each `read` finds used. */
const bookOf = async (
  rows: ReadonlyArray<JudgedRow>,
  { packages }: RowFacts,
  read: (keys: ReadonlyArray<LimitKey>) => Promise<ReadonlyArray<LimitUse>>,
): Promise<DailyBook> => {
  const limits = new Map<PackageCode, number>();
  for (const [code, { package: record }] of packages) {
    if (record.dailyAmountLimit !== null) limits.set(code, record.dailyAmountLimit);
  }
  const keys = new Map<string, LimitKey>();
  if (limits.size > 0) {
    for (const { payout, result } of rows) {
      if (E.isLeft(result) || result.right.limitDay === undefined) continue;
      const { packageCode } = payout.order;
      const day = result.right.limitDay;
      keys.set(`${day} ${packageCode}`, { packageCode, day });
    }
  }
  return dailyBook(limits, keys.size === 0 ? [] : await read([...keys.values()]));
};

/** Holds the limits that the rows could count against, so that no other unit fits into the same room. */
export const holdLimits = (
  { payouts }: Stores,
  tenant: Tenant,
  rows: ReadonlyArray<JudgedRow>,
  facts: RowFacts,
): Promise<DailyBook> => bookOf(rows, facts, (keys) => payouts.holdLimits(tenant, keys));

/** The same for rows that are only looked at: it holds nothing, and what is left may be gone a moment later. */
export const lookAtLimits = (
  { payouts }: Stores,
  tenant: Tenant,
  rows: ReadonlyArray<JudgedRow>,
  facts: RowFacts,
): Promise<DailyBook> => bookOf(rows, facts, (keys) => payouts.limitsUsed(tenant, keys));
