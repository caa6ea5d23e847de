import type { Causes } from '../../duty/causes.js';
import { E } from '../../kernel/fp.js';
import { groupCommit } from '../../kernel/flow/group-commit.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import { byTenant, type Tenant } from '../../kernel/values/tenant.js';
import type { Storage } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import { PayoutNotFound } from '../payout-errors.js';
import type { PayoutStore } from '../../storage/payout-store.js';
import { transactionObject } from '../payout-view.js';
import type { Payout } from '../payout.js';
import type { TransactionObject } from '../transaction-object.js';

/** Reads one transaction object (§4.8). */
export type GetPayout = (
  tenant: Tenant,
  transactionId: TransactionId,
) => Promise<E.Either<PayoutNotFound, TransactionObject>>;
export const GetPayout = token<GetPayout>('GetPayout');

interface Wanted {
  readonly tenant: Tenant;
  readonly transactionId: TransactionId;
}

// Beyond this many a group makes its first members wait for its last.
const IDS_A_LOOK = 100;

export const makeGetPayout = (storage: Storage, causes: Causes): GetPayout => {
  // Requests that arrive together share one look-up for each corporate among them.
  const lookUp = groupCommit<Wanted, Payout | undefined>(
    (group) => storage.read(({ payouts }) => findEach(payouts, group)),
    IDS_A_LOOK,
    { onGroupFailure: (error) => causes.report('read-payout', error) },
  );
  return async (tenant, transactionId) => {
    const payout = await lookUp({ tenant, transactionId });
    return payout === undefined ? E.left(PayoutNotFound()) : E.right(transactionObject(payout));
  };
};

/** Each asker gets what its own corporate has. */
const findEach = async (
  payouts: PayoutStore,
  group: ReadonlyArray<Wanted>,
): Promise<ReadonlyArray<Payout | undefined>> => {
  const found = new Map<Wanted, Payout>();
  for (const [tenant, wanted] of byTenant(group)) {
    const ids = wanted.map(({ transactionId }) => transactionId);
    const own = new Map(
      (await payouts.findMany(tenant, ids)).map((one) => [one.order.transactionId, one]),
    );
    for (const one of wanted) {
      const payout = own.get(one.transactionId);
      if (payout !== undefined) found.set(one, payout);
    }
  }
  return group.map((one) => found.get(one));
};
