import { E } from '../../../kernel/fp.js';
import type { PackageCode } from '../../../kernel/values/ids.js';
import type { Day } from '../../../kernel/values/time.js';
import type { LimitUse } from '../../../storage/payout-store.js';
import type { DailyRoom } from './group-rules.js';
import type { JudgedRow } from '../../../model/payout/judged-row.js';
import type { RowFacts } from './row-facts.js';

/** The room that daily limits leave, and how much of it has been taken so far. */
export interface DailyBook extends DailyRoom {
  readonly taken: () => ReadonlyArray<LimitUse>;
}

const keyOf = (code: PackageCode, day: Day): string => `${day} ${code}`;

/**
 * Counts amounts against daily limits (decisions §8), in row order. Sums are BigInt: a day of large
 * payouts passes what a double can hold.
 *
 * @param limits paise for each package that has a limit
 * @param used what was used before
 */
export const dailyBook = (
  limits: ReadonlyMap<PackageCode, number>,
  used: ReadonlyArray<LimitUse>,
): DailyBook => {
  const before = new Map(used.map((use) => [keyOf(use.packageCode, use.day), use.amount]));
  const taken = new Map<string, LimitUse>();

  const add = (packageCode: PackageCode, day: Day, amount: bigint): void => {
    const key = keyOf(packageCode, day);
    taken.set(key, { packageCode, day, amount: (taken.get(key)?.amount ?? 0n) + amount });
  };

  return {
    take: (code, { limitDay }, amount) => {
      const limit = limits.get(code);
      if (limit === undefined || limitDay === undefined) return true;
      const key = keyOf(code, limitDay);
      const sofar = (before.get(key) ?? 0n) + (taken.get(key)?.amount ?? 0n);
      if (sofar + BigInt(amount) > BigInt(limit)) return false;
      add(code, limitDay, BigInt(amount));
      return true;
    },
    giveBack: (code, { limitDay }, amount) => {
      if (limitDay !== undefined) add(code, limitDay, -BigInt(amount));
    },
    taken: () => [...taken.values()].filter(({ amount }) => amount !== 0n),
  };
};

/** The same, against the limits that the packages have now. */
export const bookOf = ({ packages }: RowFacts, used: ReadonlyArray<LimitUse>): DailyBook => {
  const limits = [...packages].flatMap(([code, { package: record }]) =>
    record.dailyAmountLimit === null ? [] : [[code, record.dailyAmountLimit] as const],
  );
  return dailyBook(new Map(limits), used);
};

/** The limits that rows could count against, each once. */
export const limitKeys = (
  rows: ReadonlyArray<JudgedRow>,
): ReadonlyArray<Pick<LimitUse, 'packageCode' | 'day'>> => {
  const keys = new Map<string, Pick<LimitUse, 'packageCode' | 'day'>>();
  for (const { payout, result } of rows) {
    if (E.isLeft(result) || result.right.limitDay === undefined) continue;
    const { packageCode } = payout.order;
    const day = result.right.limitDay;
    keys.set(keyOf(packageCode, day), { packageCode, day });
  }
  return [...keys.values()];
};
