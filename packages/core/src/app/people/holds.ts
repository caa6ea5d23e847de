import { may } from '../../model/access/actor.js';
import type { Explained, RecordChanges, Save } from '../writer/changes.js';
import { writeRecords } from '../writer/write-changes.js';
import { canonicalJson } from '../../kernel/codecs/json.js';
import { E } from '../../kernel/fp.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { awaitsApproval } from '../../model/payout/payout.js';
import {
  HELD_FOR_REVIEW,
  heldAmong,
  saysUserIsReviewed,
} from '../settlement/send/held-for-review.js';
import { saysBankReviews } from '../settlement/send/send-review.js';
import { commit } from '../../storage/commit.js';
import type { Storage, Stores } from '../../storage/storage.js';
import type { Corporate, Hold } from '../../model/tenancy/corporate.js';
import type { Actor, User } from '../../model/tenancy/user.js';
import { NobodyToRelease } from './people-errors.js';
import { personEntry } from './person-entry.js';
import { findUnsent, type Unsent } from './under-way.js';

/** The hold on payouts of a user, if there is one. */
export const holdOn = (corporate: Corporate | undefined, userId: UserId): Hold | undefined =>
  corporate?.holds?.find((hold) => hold.userId === userId);

/** Whether a person neither asked for a hold nor is held. */
export const isApart = ({ userId, by, alsoBy = [] }: Hold, who: UserId): boolean =>
  ![userId, by, ...alsoBy].includes(who);

/** Whether somebody is a person who may release a hold. */
export const mayRelease = (actor: Actor, hold: Hold): boolean =>
  actor.user.kind === 'human' && isApart(hold, actor.user.userId) && may(actor, 'settings.approve');

/** Whether a person who is apart from a hold may release it. */
export const mayBeReleased = (
  people: ReadonlyArray<Actor>,
  hold: Hold,
): E.Either<NobodyToRelease, null> =>
  people.some((actor) => mayRelease(actor, hold))
    ? E.right(null)
    : E.left(NobodyToRelease(hold.userId));

/** The hold that there is once a person asks for one: it covers everything, as at first. The same one if it says so. */
export const askedHold = (known: Hold | undefined, asked: Hold): Hold => {
  if (known === undefined) return asked;
  const { until, ...open } = known;
  const isNew = known.by !== asked.by && known.alsoBy?.includes(asked.by) !== true;
  if (isNew) return { ...open, alsoBy: [...(known.alsoBy ?? []), asked.by] };
  return until === undefined ? known : open;
};

/** Whether a person asked for the hold that there is since it was as before; null: there was none. A release asks for none. */
export const isAskedSince = (held: Hold | undefined, before: Hold | null): boolean =>
  held !== undefined && canonicalJson(held) !== canonicalJson(before);

/** Lets what a user makes from their reinstatement on pass a hold that they have. The unit holds the corporate. */
export const boundHold =
  (tenant: Tenant, userId: UserId, until: EpochMs): Save =>
  async ({ tenancy }) => {
    const corporate = await tenancy.corporate(tenant);
    const known = holdOn(corporate, userId);
    if (corporate === undefined || known === undefined || known.until !== undefined) return;
    await tenancy.putCorporate(withHold(corporate, { ...known, until }));
  };

const withHold = ({ holds = [], ...corporate }: Corporate, hold: Hold): Corporate => ({
  ...corporate,
  holds: [...holds.filter(({ userId }) => userId !== hold.userId), hold],
});

/**
 * Holds what a user made or approved, and what comes by their keys, because somebody asks for it now. The unit holds
 * the corporate.
 */
export const holding = (
  tenant: Tenant,
  corporate: Corporate,
  added: Hold,
  { at, by: actor }: Pick<Hold, 'at' | 'by'>,
): RecordChanges => ({
  saves: [({ tenancy }) => tenancy.putCorporate(withHold(corporate, added))],
  entries: [
    personEntry(tenant, added.userId, { to: 'suspended', at, actor, changes: { held: true } }),
  ],
});

/** Says of payouts that a hold keeps from the bank why they wait, unless it was released meanwhile. */
export const explainHold = async (
  storage: Storage,
  tenant: Tenant,
  added: Hold,
  { payouts }: Unsent,
): Promise<void> => {
  // One that still waits for approval is held once it is to be sent; what the bank has reported on says so.
  const approved = payouts.filter(
    (payout) => !awaitsApproval(payout.progress.status) && !saysBankReviews(payout),
  );
  const ids = await storage.read((stores) => heldAmong(stores, tenant, [added], approved));
  const held = approved.filter(({ order }) => ids.has(order.transactionId));
  if (held.length === 0) return;
  const explained = held.map((one) => ({ ...asItIs(one), statusDetails: HELD_FOR_REVIEW }));
  await commit(storage, async (stores) => {
    const corporate = await stores.tenancy.holdCorporate(tenant);
    if (holdOn(corporate, added.userId) !== undefined) await writeRecords(stores, { explained });
  });
};

/** A corporate without a hold, and the payouts that wait for no other one. */
export interface Release {
  readonly corporate: Corporate;
  readonly freed: Unsent['payouts'];
}

/** What the end of a hold frees. */
export const releaseOf = async (
  stores: Stores,
  tenant: Tenant,
  { holds = [], ...corporate }: Corporate,
  userId: UserId,
): Promise<Release> => {
  const left = holds.filter((hold) => hold.userId !== userId);
  const { payouts } = await findUnsent(stores, tenant);
  const waiting = payouts.filter(saysUserIsReviewed);
  const still = await heldAmong(stores, tenant, left, waiting);
  return {
    corporate: { ...corporate, ...(left.length > 0 && { holds: left }) },
    freed: waiting.filter(({ order }) => !still.has(order.transactionId)),
  };
};

/** What ends a hold: what waits for it is sent at the next look. The unit holds the corporate. */
export const releasing = (
  tenant: Tenant,
  user: User,
  { corporate, freed }: Release,
  { at, by: actor }: Pick<Hold, 'at' | 'by'>,
): RecordChanges => {
  const to = user.suspended === undefined ? 'active' : 'suspended';
  return {
    saves: [({ tenancy }) => tenancy.putCorporate(corporate)],
    explained: freed.map(asItIs),
    entries: [personEntry(tenant, user.userId, { to, at, actor, changes: { held: false } })],
  };
};

const asItIs = ({ order, progress }: Unsent['payouts'][number]): Explained => ({
  tenant: order.tenant,
  transactionId: order.transactionId,
  follows: progress.sequence,
});
