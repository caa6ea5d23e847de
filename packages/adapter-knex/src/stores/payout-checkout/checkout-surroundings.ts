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
import { named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { OWNED, OWNER } from '../rows/owner.js';
import { actorsOf, type ActorRow } from '../access/actors.js';

type Kind = ActorRow['kind'] | 'bank' | 'corporate' | 'beneficiary' | 'account' | 'package';

interface Row {
  readonly kind: Kind;
  readonly record: string;
}

/** One statement: a page that is waited for is worth one round, and its parts are of one moment. */
const statementOf = ({ using, lookup }: Dialect): string =>
  [
    `SELECT 'bank' AS kind, record FROM banks WHERE bank_id = :bank_id`,
    `SELECT 'corporate' AS kind, record FROM corporates WHERE ${OWNED}`,
    `SELECT 'user' AS kind, record FROM users ${using('users_by_id')} WHERE ${OWNED} AND id = :user_id`,
    `SELECT 'role' AS kind, record FROM roles ${using('roles_by_id')} WHERE ${OWNED}`,
    `SELECT 'account' AS kind, record FROM debit_accounts ${using('debit_accounts_by_id')}
      WHERE ${OWNED}`,
    `SELECT 'beneficiary' AS kind, record FROM beneficiaries ${using('beneficiaries_by_id')}
      WHERE ${OWNED} AND beneficiary_id = :beneficiary_id`,
    lookup({
      table: 'packages',
      index: 'packages_by_id',
      select: `'package' AS kind, t.record`,
      where: 't.corporate_id = s.corporate_id AND t.bank_id = s.bank_id AND t.id = s.package_code',
    })(
      `(SELECT corporate_id, bank_id, package_code
        FROM beneficiary_packages ${using('beneficiary_packages_of')}
        WHERE ${OWNED} AND beneficiary_id = :beneficiary_id) s`,
    ),
  ].join(' UNION ALL ');

/** Reads what stands around a session. */
export const checkoutSurroundings = (
  dialect: Dialect,
): ((session: Session) => PayoutCheckoutStore['surroundings']) => {
  const statement = named(statementOf(dialect));
  return (session) => async (one) => {
    const rows = await statement.all(session, {
      ...OWNER.values(one),
      user_id: one.makerUserId,
      beneficiary_id: one.beneficiaryId,
    });
    return laidOut(rows as ReadonlyArray<Row>);
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
