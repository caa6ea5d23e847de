import type { BeneficiaryId } from '@hundi/core';
import type { PaidToPayee, PayoutStore, Reach } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { rowsOf, sharing, text } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import type { Bound, Session } from '../../engine/session.js';
import type { Int } from '../rows/present.js';
import { OWNER } from '../rows/owner.js';
import { TERM } from './report/payout-terms.js';

const PAYEE = sharing(OWNER, rowsOf<BeneficiaryId>()({ term: text((id) => TERM.payee + id) }));

interface PaidRow {
  readonly beneficiary_id: BeneficiaryId;
  readonly amount: Int;
  readonly credit_account_number: PaidToPayee['accountNumber'];
  readonly credit_ifsc: string;
}

/** Whether one of the reaches holds the package and the debit account of payout `p`. */
const isWithin = (dialect: Dialect, reaches: ReadonlyArray<Reach>): Bound => {
  const each = reaches.map(({ packageCodes, debitAccountIds }) => [
    dialect.among('p.package_code', packageCodes),
    dialect.among('p.debit_account_id', debitAccountIds),
  ]);
  return {
    sql: each.map((both) => `(${both.map(({ sql }) => sql).join(' AND ')})`).join(' OR '),
    bindings: each.flat().flatMap(({ bindings }) => bindings),
  };
};

/**
 * The last payouts that payees were paid, by the terms of payouts: they are written once a job. An index of what was
 * paid would be written with each payment, at a place of its own.
 */
export const lastPaid = (
  dialect: Dialect,
): ((session: Session) => Pick<PayoutStore, 'lastPaid'>) => {
  const isOwn = dialect.byIndex('p.corporate_id = s.corporate_id AND p.payout_id = t.payout_id');
  const paid = dialect.lookup({
    table: 'payouts',
    index: 'payouts_by_id',
    select: 't.beneficiary_id, t.amount, t.credit_account_number, t.credit_ifsc',
    where: 't.corporate_id = s.corporate_id AND t.payout_id = s.payout_id',
  });
  const found = (within: string) => {
    const ids = dialect.newest({
      table: 'payout_terms',
      index: dialect.primaryOf('payout_terms'),
      select: 't.corporate_id, t.payout_id',
      own: ['corporate_id', 'term'],
      by: 'payout_id',
      // A scalar, which no planner turns into a join: that would read all payouts of the payee and sort them.
      where: `(SELECT p.paid_at IS NOT NULL AND p.returned_at IS NULL AND p.bank_id = s.bank_id AND (${within})
        FROM payouts p ${dialect.using('payouts_by_id')} WHERE ${isOwn})`,
    });
    return bulk(dialect, PAYEE.columns, (s) => paid(`(${ids(s)}) s`));
  };
  return (session) => ({
    lastPaid: async (tenant, payees, reaches, each) => {
      if (reaches?.length === 0) return [];
      const wanted = [...new Set(payees)].map(PAYEE.cells(tenant));
      const { sql, bindings } =
        reaches === undefined ? { sql: 'true', bindings: [] } : isWithin(dialect, reaches);
      const limits = [each, each * wanted.length];
      const rows = await found(sql).all(session, wanted, [...bindings, ...limits]);
      return (rows as ReadonlyArray<PaidRow>).map((row) => ({
        beneficiaryId: row.beneficiary_id,
        amount: Number(row.amount),
        accountNumber: row.credit_account_number,
        ifsc: row.credit_ifsc,
      }));
    },
  });
};
