import { nodeEntropy } from '@hundi/adapter-node';
import {
  E,
  jobId,
  rowId,
  UUID_ENTROPY_BYTES,
  type JobId,
  type Storage,
  type Tenant,
} from '@hundi/core';
import type { PayoutOrder } from '@hundi/core/wire';
import type { RowDecision } from '@hundi/core/storage';
import { DEBIT_ACCOUNT } from './document.js';

/** Payments of one job, put into storage at once. */
const ROWS = 20_000;

/** Payouts are spread over so many amounts. */
export const AMOUNTS = 100;

interface Fill {
  readonly storage: Storage;
  readonly tenant: Tenant;
  readonly payees: ReadonlyArray<string>;
}

const ordersOf = (
  { tenant, payees }: Fill,
  id: JobId,
  from: number,
  count: number,
  createdAt: number,
): ReadonlyArray<PayoutOrder> =>
  Array.from(
    { length: count },
    (_, row) =>
      ({
        transactionId: rowId(id, row),
        tenant,
        jobId: id,
        source: 'partner_api',
        initiationMode: 'bulk',
        apiRefNumber: `FILL-${String(from)}`,
        reference: `F-${String(from + row)}`,
        beneficiaryId: payees[(from + row) % payees.length],
        packageCode: 'VENDOR',
        amount: 100_000 + ((from + row) % AMOUNTS),
        createdBy: { userId: 'u-erp', username: 'erp', role: 'maker' },
        createdAt,
      }) as PayoutOrder,
  );

const paid = ({ transactionId }: PayoutOrder, at: number): RowDecision =>
  ({
    transactionId,
    outcome: 'accepted',
    terms: {
      debitAccountId: 'da-main',
      debitAccountNumber: DEBIT_ACCOUNT,
      paymentMethod: 'NEFT',
      beneficiaryCode: 'PAYEE1',
      beneficiaryName: 'Payee 1',
      creditAccountNumber: '123400000001',
      creditIfsc: 'HDFC0000001',
      feeBase: 0,
      feeGst: 0,
      masked: false,
    },
    progress: { status: 'paid', sequence: 3, approvedAt: at, sentToBankAt: at, paidAt: at },
  }) as RowDecision;

/** Puts so many paid payouts into the tables, by the storage port: over HTTP a million would take minutes. */
export const fill = async (into: Fill, count: number): Promise<void> => {
  const { storage, tenant } = into;
  for (let from = 0; from < count; from += ROWS) {
    const at = Date.now();
    const id = jobId(at, nodeEntropy.bytes(UUID_ENTROPY_BYTES));
    const orders = ordersOf(into, id, from, Math.min(ROWS, count - from), at);
    const filled = await storage.atomically(async ({ payouts }) => {
      await payouts.add(orders);
      await payouts.decide(
        tenant,
        orders.map((order) => paid(order, at)),
      );
      return E.right(undefined);
    });
    if (E.isLeft(filled)) throw new Error('the tables were not filled');
    await storage.atomically(async ({ payouts }) => {
      await payouts.index(tenant, [id]);
      return E.right(undefined);
    });
  }
};
