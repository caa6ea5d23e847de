import type { PayoutSurroundings, TenancyStore } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { rowsOf, sharing, text } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import { actorsOf, type ActorRow } from './actors.js';
import { OWNER } from '../rows/owner.js';
import { bankOf, corporateOf, debitAccountOf, packageOf } from '../rows/settings-records.js';

/** A record, and what it is. */
export interface SettingRow {
  readonly kind: ActorRow['kind'] | 'bank' | 'corporate' | 'account' | 'package';
  readonly record: string;
}

/** Selects the settings of a corporate that do not go by ids: a SELECT for each table. */
export const selectSettings = (
  { using }: Pick<Dialect, 'using'>,
  { corporate, bank }: { readonly corporate: string; readonly bank: string },
): ReadonlyArray<string> => {
  const owned = `corporate_id = ${corporate} AND bank_id = ${bank}`;
  return [
    `SELECT 'bank' AS kind, record FROM banks WHERE bank_id = ${bank}`,
    `SELECT 'corporate' AS kind, record FROM corporates WHERE ${owned}`,
    `SELECT 'role' AS kind, record FROM roles ${using('roles_by_id')} WHERE ${owned}`,
    `SELECT 'account' AS kind, record FROM debit_accounts ${using('debit_accounts_by_id')}
      WHERE ${owned}`,
  ];
};

const isOfActor = (row: { readonly kind: string; readonly record: string }): row is ActorRow =>
  row.kind === 'user' || row.kind === 'role';

/** What the rows of {@link selectSettings}, with those of users and packages, say. */
export const settingsOf = (
  rows: ReadonlyArray<{ readonly kind: string; readonly record: string }>,
): PayoutSurroundings | undefined => {
  const recordsOf = (kind: SettingRow['kind']) =>
    rows.filter((row) => row.kind === kind).map(({ record }) => record);
  const bank = recordsOf('bank').map(bankOf)[0];
  const corporate = recordsOf('corporate').map(corporateOf)[0];
  return (
    bank &&
    corporate && {
      bank,
      corporate,
      makers: actorsOf(rows.filter(isOfActor)),
      debitAccounts: recordsOf('account')
        .map(debitAccountOf)
        .sort((a, b) => (a.debitAccountId < b.debitAccountId ? -1 : 1)),
      packages: recordsOf('package').map(packageOf),
    }
  );
};

interface Named {
  readonly kind: 'user' | 'package';
  readonly id: string;
}

const NAMED = sharing(
  OWNER,
  rowsOf<Named>()({ kind: text(({ kind }) => kind), id: text(({ id }) => id) }),
);

/** Bound with every list, so that the statement has one text however few are named. */
const NONE: ReadonlyArray<Named> = [
  { kind: 'user', id: '' },
  { kind: 'package', id: '' },
];

/** In one statement: each sees what was committed when it began. */
const together = (dialect: Dialect) => {
  const named = (kind: Named['kind'], table: string) =>
    dialect.lookup({
      table,
      index: `${table}_by_id`,
      select: `'${kind}' AS kind, t.record`,
      where: 't.corporate_id = s.corporate_id AND t.bank_id = s.bank_id AND t.id = s.id',
      only: `s.kind = '${kind}'`,
    })('wanted s');
  const all = [
    named('user', 'users'),
    named('package', 'packages'),
    ...selectSettings(dialect, { corporate: '?', bank: '?' }),
  ];
  return bulk(
    dialect,
    NAMED.columns,
    (s) => `WITH wanted AS (SELECT * FROM ${s}) ${all.join(' UNION ALL ')}`,
  );
};

/** Reads what payouts are judged by. */
export const payoutSurroundings = (
  dialect: Dialect,
): ((session: Session) => Pick<TenancyStore, 'surroundings'>) => {
  const statement = together(dialect);
  return (session) => ({
    surroundings: async (tenant, makers, packages) => {
      const named: ReadonlyArray<Named> = [
        ...NONE,
        ...[...new Set(makers)].map((id) => ({ kind: 'user' as const, id })),
        ...[...new Set(packages)].map((id) => ({ kind: 'package' as const, id })),
      ];
      const { corporateTenantId: corporate, bankTenantId: bank } = tenant;
      const owner = [corporate, bank];
      const rows = await statement.all(session, named.map(NAMED.cells(tenant)), [
        bank,
        ...owner,
        ...owner,
        ...owner,
      ]);
      return settingsOf(rows as ReadonlyArray<SettingRow>);
    },
  });
};
