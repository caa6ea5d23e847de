import { E } from '../fp.js';
import type { TransactionId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import type { Storage } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import { PayoutNotFound } from './payout-errors.js';
import { transactionObject } from './payout-view.js';
import type { TransactionObject } from './transaction-object.js';

/** Reads one transaction object (§4.8). */
export type GetPayout = (
  tenant: Tenant,
  transactionId: TransactionId,
) => Promise<E.Either<PayoutNotFound, TransactionObject>>;
export const GetPayout = token<GetPayout>('GetPayout');

export const makeGetPayout =
  (storage: Storage): GetPayout =>
  async (tenant, transactionId) => {
    const payout = await storage.read(({ payouts }) => payouts.find(tenant, transactionId));
    return payout === undefined ? E.left(PayoutNotFound()) : E.right(transactionObject(payout));
  };
