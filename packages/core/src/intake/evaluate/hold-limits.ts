import { E } from '../../kernel/fp.js';
import type { PackageCode } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { LimitUse } from '../../storage/payout-store.js';
import type { Stores } from '../../storage/storage.js';
import { dailyBook, type DailyBook } from '../rules/daily-room.js';
import type { JudgedRow } from '../rules/group-rules.js';
import type { RowFacts } from '../rules/row-facts.js';

/** Holds the limits that the rows could count against, so that no other unit fits into the same room. */
export const holdLimits = async (
  stores: Stores,
  tenant: Tenant,
  rows: ReadonlyArray<JudgedRow>,
  { packages }: RowFacts,
): Promise<DailyBook> => {
  const limits = new Map<PackageCode, number>();
  for (const [code, { package: record }] of packages) {
    if (record.dailyAmountLimit !== null) limits.set(code, record.dailyAmountLimit);
  }
  const keys = new Map<string, Pick<LimitUse, 'packageCode' | 'day'>>();
  if (limits.size > 0) {
    for (const { payout, result } of rows) {
      if (E.isLeft(result) || result.right.limitDay === undefined) continue;
      const { packageCode } = payout.order;
      const day = result.right.limitDay;
      keys.set(`${day} ${packageCode}`, { packageCode, day });
    }
  }
  const used = keys.size === 0 ? [] : await stores.payouts.holdLimits(tenant, [...keys.values()]);
  return dailyBook(limits, used);
};
