import * as t from 'io-ts';
import { isLive } from '../../model/access/key/api-key-life.js';
import { isMaker } from '../rights/key-makers.js';
import { hasVoted } from '../../model/approval/matrix/payout-approval.js';
import { about, documented } from '../../kernel/codecs/documented.js';
import { record } from '../../kernel/codecs/record.js';
import { TransactionId, type UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { Day, type EpochMs } from '../../kernel/values/time.js';
import { isUnsent, PayoutStatus, type AcceptedPayout } from '../../model/payout/payout.js';
import type { Stores } from '../../storage/storage.js';

/** How many payouts that wait for approval, and how many that wait to be sent, are looked at. */
const LOOK_MAX = 10_000;
const SHOWN_MAX = 100;

/** A payout that is not sent, as far as a person who looks after settings may know it. */
const UnsentPayout = record(
  'UnsentPayout',
  { transactionId: TransactionId, status: PayoutStatus },
  { payoutDate: Day },
);

const SomePayouts = documented(
  t.strict({ count: t.number, items: t.readonlyArray(UnsentPayout) }, 'UnsentPayouts'),
  { description: 'How many payouts, and the first 100 of them.' },
);

const MadeKey = t.strict(
  { keyId: t.string, name: t.string, kind: t.keyof({ api_key: null, secret_key: null }) },
  'MadeKey',
);

/** What goes on although a user is suspended. */
export const UnderWay = documented(
  t.strict(
    {
      made: about(
        SomePayouts,
        'Payouts that the user created and that have not been sent to the bank.',
      ),
      approved: about(
        SomePayouts,
        'Payouts that the user approved and that have not been sent to the bank.',
      ),
      keys: about(
        t.readonlyArray(MadeKey),
        'Active keys that the user created, or that replaced a key of theirs.',
      ),
      isComplete: about(
        t.boolean,
        'False if the corporate has more than 10,000 payouts that wait for approval or for sending: then only so many were examined.',
      ),
    },
    'UnderWay',
  ),
  { description: 'What goes on although the user is suspended.' },
);
export type UnderWay = t.TypeOf<typeof UnderWay>;

/** The payouts of a corporate that are not sent. */
export interface Unsent {
  readonly payouts: ReadonlyArray<AcceptedPayout>;
  readonly isComplete: boolean;
}

/** Finds the payouts of a corporate that wait for approval, for their day or to be sent. */
export const findUnsent = async (
  { tenancy, payouts, work }: Stores,
  tenant: Tenant,
): Promise<Unsent> => {
  const everything = {
    packageCodes: new Set((await tenancy.packages(tenant)).map((one) => one.packageCode)),
    debitAccountIds: new Set(
      (await tenancy.debitAccounts(tenant)).map((one) => one.debitAccountId),
    ),
  };
  const awaiting = await payouts.awaiting(tenant, everything, undefined, LOOK_MAX);
  const sends = await work.ofDuty(tenant, 'send-to-bank', LOOK_MAX);
  const ids = sends.map(({ subject }) => subject as TransactionId);
  const approved = (await payouts.findMany(tenant, ids)).filter(
    (payout) => payout.intake === 'accepted' && isUnsent(payout.progress.status),
  );
  return {
    payouts: [...awaiting, ...(approved as ReadonlyArray<AcceptedPayout>)],
    isComplete: awaiting.length < LOOK_MAX && sends.length < LOOK_MAX,
  };
};

/** What goes on of a user: payouts that they made or approved, and keys of theirs. */
export const underWayOf = async (
  { access }: Stores,
  tenant: Tenant,
  { userId, unsent: { payouts, isComplete } }: { readonly userId: UserId; readonly unsent: Unsent },
  now: EpochMs,
): Promise<UnderWay> => {
  const keys = (await access.apiKeysOf(tenant)).filter((key) => isMaker(userId, key));
  const secretKeys = (await access.secretKeysOf(tenant)).filter(
    ({ createdByUserId }) => createdByUserId === userId,
  );
  const shown = (kind: 'api_key' | 'secret_key', own: typeof keys | typeof secretKeys) =>
    own
      .filter((key) => isLive(key, now))
      .map(({ keyId, name }) => ({ keyId, name, kind }))
      .sort((a, b) => (a.keyId < b.keyId ? -1 : 1));
  return {
    made: someOf(payouts.filter(({ order }) => order.createdBy.userId === userId)),
    approved: someOf(payouts.filter((payout) => hasApproved(payout, userId))),
    keys: [...shown('api_key', keys), ...shown('secret_key', secretKeys)],
    isComplete,
  };
};

const hasApproved = ({ progress }: AcceptedPayout, who: UserId): boolean =>
  progress.approval !== undefined && hasVoted(progress.approval, who);

const someOf = (payouts: ReadonlyArray<AcceptedPayout>): UnderWay['made'] => ({
  count: payouts.length,
  items: payouts
    .map(({ order: { transactionId, payoutDate }, progress: { status } }) => ({
      transactionId,
      status,
      ...(payoutDate !== undefined && { payoutDate }),
    }))
    .sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1))
    .slice(0, SHOWN_MAX),
});
