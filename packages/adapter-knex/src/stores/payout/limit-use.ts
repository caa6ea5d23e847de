import type { Tenant } from '@hundi/core';
import type { LimitUse, PayoutStore } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { bigInt, rowsOf, text } from '../../engine/described.js';
import { identity, inserting, type CellRows, type Dialect } from '../../engine/dialect.js';
import type { Rows, Session } from '../../engine/session.js';

type Key = Pick<LimitUse, 'packageCode' | 'day'>;

/** The total use of a limit; absent where it is only held. */
interface Used extends Key {
  readonly tenant: Tenant;
  readonly amount: bigint | undefined;
}

const USED = rowsOf<Used>()({
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  package_code: text(({ packageCode }) => packageCode),
  day: text(({ day }) => day),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  used: bigInt(({ amount }) => amount),
});
const KEY = USED.select(['package_code', 'day']);

/** Every unit takes the keys in this order, so that no two wait for each other. */
const inOrder = (a: Key, b: Key): number =>
  a.packageCode === b.packageCode
    ? a.day < b.day
      ? -1
      : 1
    : a.packageCode < b.packageCode
      ? -1
      : 1;

/** One row per key: one statement cannot meet the same row twice. */
const sumsOf = (
  tenant: Tenant,
  uses: ReadonlyArray<Key & { readonly amount?: bigint }>,
): ReadonlyArray<Used> => {
  const sums = new Map<string, Used>();
  for (const { packageCode, day, amount } of uses) {
    const key = `${packageCode} ${day}`;
    const sum = amount === undefined ? undefined : (sums.get(key)?.amount ?? 0n) + amount;
    sums.set(key, { tenant, packageCode, day, amount: sum });
  }
  return [...sums.values()].sort(inOrder);
};

/** As text: a sum may be beyond what a number holds exactly. */
type HeldRow = ReturnType<typeof KEY.rows>[number] & { readonly used: string | null };

const usesOf = (rows: Rows): ReadonlyArray<LimitUse> =>
  (rows as ReadonlyArray<HeldRow>).flatMap(({ package_code, day, used }) =>
    used === null ? [] : [{ packageCode: package_code, day, amount: BigInt(used) }],
  );

const cellsOf = (tenant: Tenant, keys: ReadonlyArray<Key>): CellRows =>
  sumsOf(
    tenant,
    keys.map(({ packageCode, day }) => ({ packageCode, day })),
  ).map(USED.cells);

/** Daily limits: one row for each corporate, package and day. */
export const limitUse = (
  dialect: Dialect,
): ((session: Session) => Pick<PayoutStore, 'holdLimits' | 'limitsUsed' | 'useLimits'>) => {
  const insert = (end: string) =>
    bulk(
      dialect,
      USED.columns,
      inserting(
        { table: 'limit_use', columns: USED.columns },
        `ON CONFLICT (corporate_id, package_code, day) ${end}`,
      ),
    );
  // There must be a row to hold before anything is used.
  const ensure = insert('DO NOTHING');
  const use = insert('DO UPDATE SET used = coalesce(limit_use.used, 0) + excluded.used');
  const byKey = {
    table: 'limit_use',
    index: 'limit_use_by_key',
    select: `${KEY.list('t.')}, CAST(t.used AS text) AS used`,
    where: `t.corporate_id = s.corporate_id AND t.package_code = s.package_code
      AND t.day = s.day AND t.bank_id = s.bank_id`,
  } as const;
  const held = bulk(dialect, USED.columns, dialect.holding(byKey));
  const looked = bulk(dialect, USED.columns, dialect.lookup(byKey));

  return (session) => ({
    holdLimits: async (tenant, keys) => {
      const cells = cellsOf(tenant, keys);
      await ensure.run(session, cells, identity);
      return usesOf(await held.all(session, cells));
    },
    limitsUsed: async (tenant, keys) => usesOf(await looked.all(session, cellsOf(tenant, keys))),
    useLimits: async (tenant, uses) => {
      await use.run(session, sumsOf(tenant, uses), USED.cells);
    },
  });
};
