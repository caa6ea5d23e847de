import { stored } from '@hundi/core';
import {
  BankTenant,
  Beneficiary,
  Corporate,
  DebitAccount,
  PaymentPackage,
  type CheckoutSurroundings,
  type PayoutCheckoutStore,
} from '@hundi/core/storage';
import type { Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import { actorsOf, type ActorRow } from '../access/actors.js';

type Kind = ActorRow['kind'] | 'bank' | 'corporate' | 'beneficiary' | 'account' | 'package';

interface Row {
  readonly kind: Kind;
  readonly record: string;
}

const OWN = 'corporate_id = ? AND bank_id = ?';

/** One statement: a page that is waited for is worth one round, and its parts are of one moment. */
const statementOf = ({ using, lookup }: Dialect): string =>
  [
    `SELECT 'bank' AS kind, record FROM banks WHERE bank_id = ?`,
    `SELECT 'corporate' AS kind, record FROM corporates WHERE ${OWN}`,
    `SELECT 'user' AS kind, record FROM users ${using('users_by_id')} WHERE ${OWN} AND id = ?`,
    `SELECT 'role' AS kind, record FROM roles ${using('roles_by_id')} WHERE ${OWN}`,
    `SELECT 'account' AS kind, record FROM debit_accounts ${using('debit_accounts_by_id')}
      WHERE ${OWN}`,
    `SELECT 'beneficiary' AS kind, record FROM beneficiaries ${using('beneficiaries_by_id')}
      WHERE ${OWN} AND beneficiary_id = ?`,
    lookup({
      table: 'packages',
      index: 'packages_by_id',
      select: `'package' AS kind, t.record`,
      where: 't.corporate_id = s.corporate_id AND t.bank_id = s.bank_id AND t.id = s.package_code',
    })(
      `(SELECT corporate_id, bank_id, package_code
        FROM beneficiary_packages ${using('beneficiary_packages_of')}
        WHERE ${OWN} AND beneficiary_id = ?) s`,
    ),
  ].join(' UNION ALL ');

/** Reads what stands around a session. */
export const checkoutSurroundings = (
  dialect: Dialect,
): ((session: Session) => PayoutCheckoutStore['surroundings']) => {
  const sql = statementOf(dialect);
  return (session) => async (one) => {
    const { bankTenantId, corporateTenantId, makerUserId, beneficiaryId } = one;
    const own = [corporateTenantId, bankTenantId];
    const rows = (await session.all(sql, [
      ...[bankTenantId, ...own, ...own, makerUserId, ...own, ...own],
      ...[...own, beneficiaryId, ...own, beneficiaryId],
    ])) as ReadonlyArray<Row>;
    return laidOut(rows);
  };
};

const laidOut = (rows: ReadonlyArray<Row>): CheckoutSurroundings => {
  const recordsOf = (kind: Kind) =>
    rows.filter((row) => row.kind === kind).map(({ record }) => record);
  const bank = recordsOf('bank').map((record) => stored(BankTenant, record))[0];
  const corporate = recordsOf('corporate').map((record) => stored(Corporate, record))[0];
  const [maker] = actorsOf(rows.filter(isOfActor));
  const beneficiary = recordsOf('beneficiary').map((record) => stored(Beneficiary, record))[0];
  if (!bank || !corporate || !maker || !beneficiary)
    throw new Error('a session without bank, corporate, maker or beneficiary');
  return {
    ...{ bank, corporate, maker, beneficiary },
    debitAccounts: recordsOf('account').map((record) => stored(DebitAccount, record)),
    packages: recordsOf('package').map((record) => stored(PaymentPackage, record)),
  };
};

const isOfActor = (row: Row): row is Row & ActorRow => row.kind === 'user' || row.kind === 'role';
