import type { Day, PackageCode, Tenant } from '@hundi/core';
import type { LimitUse, PayoutStore } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { identity, inserting, type CellRows, type Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';

const COLUMNS = {
  corporate_id: 'text',
  package_code: 'text',
  day: 'text',
  bank_id: 'text',
  used: 'int',
} as const;

type Key = Pick<LimitUse, 'packageCode' | 'day'>;

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
const cellsOf = (
  { corporateTenantId, bankTenantId }: Tenant,
  uses: ReadonlyArray<Key & { readonly amount?: bigint }>,
): CellRows => {
  const sums = new Map<string, Key & { readonly amount: bigint | undefined }>();
  for (const { packageCode, day, amount } of uses) {
    const key = `${packageCode} ${day}`;
    const sum = amount === undefined ? undefined : (sums.get(key)?.amount ?? 0n) + amount;
    sums.set(key, { packageCode, day, amount: sum });
  }
  return [...sums.values()]
    .sort(inOrder)
    .map(({ packageCode, day, amount }) => [
      corporateTenantId,
      packageCode,
      day,
      bankTenantId,
      amount?.toString(),
    ]);
};

interface Row {
  readonly package_code: PackageCode;
  readonly day: Day;
  readonly used: string | null;
}

/** Daily limits: one row for each corporate, package and day. */
export const limitUse = (
  dialect: Dialect,
): ((session: Session) => Pick<PayoutStore, 'holdLimits' | 'useLimits'>) => {
  const insert = (end: string) =>
    bulk(
      dialect,
      COLUMNS,
      inserting(
        { table: 'limit_use', columns: COLUMNS },
        `ON CONFLICT (corporate_id, package_code, day) ${end}`,
      ),
    );
  // There must be a row to hold before anything is used.
  const ensure = insert('DO NOTHING');
  const use = insert('DO UPDATE SET used = coalesce(limit_use.used, 0) + excluded.used');
  const held = bulk(
    dialect,
    COLUMNS,
    (s) => `SELECT t.package_code, t.day, CAST(t.used AS text) AS used
      FROM ${s} CROSS JOIN limit_use t ${dialect.using('limit_use_by_key')}
      WHERE t.corporate_id = s.corporate_id AND t.package_code = s.package_code
        AND t.day = s.day AND t.bank_id = s.bank_id ${dialect.hold}`,
  );

  return (session) => ({
    holdLimits: async (tenant, keys) => {
      const cells = cellsOf(
        tenant,
        keys.map(({ packageCode, day }) => ({ packageCode, day })),
      );
      await ensure.run(session, cells, identity);
      return ((await held.all(session, cells)) as ReadonlyArray<Row>).flatMap(
        ({ package_code, day, used }) =>
          used === null ? [] : [{ packageCode: package_code, day, amount: BigInt(used) }],
      );
    },
    useLimits: async (tenant, uses) => {
      await use.run(session, cellsOf(tenant, uses), identity);
    },
  });
};
