import { Causes } from '../../duty/causes.js';
import type * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import { groupCommit } from '../../../kernel/flow/group-commit.js';
import { record } from '../../../kernel/codecs/record.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { TransactionId, UserId } from '../../../kernel/values/ids.js';
import { byTenant, type Tenant } from '../../../kernel/values/tenant.js';
import { isStorageAway } from '../../../storage/storage-away.js';
import { Storage } from '../../../storage/storage.js';
import type { Actor } from '../../../model/tenancy/user.js';
import { recipe, token } from '../../../kernel/token.js';
import { PayoutArchived, PayoutNotFound } from '../../../model/payout/payout-errors.js';
import type { PayoutStore } from '../../../storage/payout-store.js';
import { maySeePayouts, shownTo } from '../../../model/payout/seen-by.js';
import { transactionObject } from '../../../model/payout/payout-view.js';
import { byTransactionId, type Payout } from '../../../model/payout/payout.js';
import type { TransactionObject } from '../../../model/payout/transaction-object.js';

const GetTransactionInput = record(
  'GetTransactionInput',
  { transactionId: TransactionId },
  { actorUserId: UserId },
);
type GetTransactionInput = t.TypeOf<typeof GetTransactionInput>;

/** Why a transaction is not shown (§4.8). */
export type GetTransactionError = PayoutNotFound | PayoutArchived;

/** Reads one transaction object (§4.8). For a person (`actorUserId`), a payout that is not shown to them is absent. */
export type GetTransaction = UseCase<GetTransactionInput, GetTransactionError, TransactionObject>;
export const GetTransaction = token<GetTransaction>('GetTransaction');

interface Wanted {
  readonly tenant: Tenant;
  readonly transactionId: TransactionId;
}

// Beyond this many a group makes its first members wait for its last.
const IDS_A_LOOK = 100;

export const makeGetTransaction = recipe(
  GetTransaction,
  { Storage, Causes },
  ({ storage, causes }) => {
    // Requests that arrive together share one look-up for each corporate among them.
    const lookUp = groupCommit<Wanted, Payout | undefined>(
      (group) => storage.read(({ payouts }) => findEach(payouts, group)),
      IDS_A_LOOK,
      { onGroupFailure: (error) => causes.report('read-payout', error), affectsAll: isStorageAway },
    );
    const actorOf = (tenant: Tenant, userId: UserId | undefined): Promise<Actor | undefined> =>
      userId === undefined
        ? Promise.resolve(undefined)
        : storage.read(async ({ tenancy }) => (await tenancy.actors(tenant, [userId]))[0]);

    return useCase(GetTransactionInput, async (tenant, { transactionId, actorUserId }) => {
      const actor = await actorOf(tenant, actorUserId);
      if (actorUserId !== undefined && actor === undefined) return E.left(PayoutNotFound());
      const payout = await lookUp({ tenant, transactionId });
      if (payout !== undefined)
        return actor === undefined || shownTo(actor)(payout)
          ? E.right(transactionObject(payout))
          : E.left(PayoutNotFound());
      // Whose an archived payout was is not known any more.
      if (actor !== undefined && !maySeePayouts(actor)) return E.left(PayoutNotFound());
      const file = await storage.read(({ archives }) => archives.find(tenant, transactionId));
      return E.left(file === undefined ? PayoutNotFound() : PayoutArchived(file));
    });
  },
);

/** Each asker gets what its own corporate has. */
const findEach = async (
  payouts: Pick<PayoutStore, 'findMany'>,
  group: ReadonlyArray<Wanted>,
): Promise<ReadonlyArray<Payout | undefined>> => {
  const found = new Map<Wanted, Payout>();
  for (const [tenant, wanted] of byTenant(group)) {
    const ids = wanted.map(({ transactionId }) => transactionId);
    const own = byTransactionId(await payouts.findMany(tenant, ids));
    for (const one of wanted) {
      const payout = own.get(one.transactionId);
      if (payout !== undefined) found.set(one, payout);
    }
  }
  return group.map((one) => found.get(one));
};
