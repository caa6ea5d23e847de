import type { BeneficiaryId } from '@hundi/core';
import type { PaidToPayee, PayoutStore } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { rowsOf, sharing, text } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import type { Int } from '../rows/present.js';
import { OWNER } from '../rows/owner.js';

const PAYEE = sharing(OWNER, rowsOf<BeneficiaryId>()({ beneficiary_id: text((id) => id) }));

interface PaidRow {
  readonly beneficiary_id: BeneficiaryId;
  readonly amount: Int;
  readonly credit_account_number: PaidToPayee['accountNumber'];
  readonly credit_ifsc: string;
}

/** The last payouts that payees were paid. */
export const lastPaid = (
  dialect: Dialect,
): ((session: Session) => Pick<PayoutStore, 'lastPaid'>) => {
  const found = bulk(
    dialect,
    PAYEE.columns,
    dialect.newest({
      table: 'payouts',
      index: 'payouts_paid_to_payee',
      select: 't.beneficiary_id, t.amount, t.credit_account_number, t.credit_ifsc',
      own: ['corporate_id', 'bank_id', 'beneficiary_id'],
      first: 'paid_at',
      by: 'payout_id',
      partial: 't.paid_at IS NOT NULL AND t.returned_at IS NULL',
      where: 'true',
    }),
  );
  return (session) => ({
    lastPaid: async (tenant, payees, each) => {
      const wanted = [...new Set(payees)].map(PAYEE.cells(tenant));
      const rows = await found.all(session, wanted, [each, each * wanted.length]);
      return (rows as ReadonlyArray<PaidRow>).map((row) => ({
        beneficiaryId: row.beneficiary_id,
        amount: Number(row.amount),
        accountNumber: row.credit_account_number,
        ifsc: row.credit_ifsc,
      }));
    },
  });
};
