import { may } from '../access/actor.js';
import { E } from '../kernel/fp.js';
import type { UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';
import { awaitsApproval } from '../payout/payout.js';
import { HELD_FOR_REVIEW, heldAmong } from '../settlement/send/held-for-review.js';
import { commit } from '../storage/commit.js';
import type { Storage, Stores } from '../storage/storage.js';
import type { Corporate, Hold } from '../tenancy/corporate.js';
import type { Actor, User } from '../tenancy/user.js';
import { NobodyToRelease } from './people-errors.js';
import { nextPersonEntry } from './person-entry.js';
import type { Unsent } from './under-way.js';

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

/** Lets what a user makes from their reinstatement on pass a hold that they have. The unit holds the corporate. */
export const boundHold = async (
  { tenancy }: Stores,
  tenant: Tenant,
  userId: UserId,
  until: EpochMs,
): Promise<void> => {
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
export const hold = async (
  stores: Stores,
  tenant: Tenant,
  corporate: Corporate,
  added: Hold,
  { at, by: actor }: Pick<Hold, 'at' | 'by'>,
): Promise<void> => {
  await stores.tenancy.putCorporate(withHold(corporate, added));
  const entry = { to: 'suspended', at, actor, changes: { held: true } } as const;
  await stores.journal.append([await nextPersonEntry(stores, tenant, added.userId, entry)]);
};

/** Says of payouts that a hold keeps from the bank why they wait, unless it was released meanwhile. */
export const explainHold = async (
  storage: Storage,
  tenant: Tenant,
  added: Hold,
  { payouts }: Unsent,
): Promise<void> => {
  // One that still waits for approval is held once it is to be sent.
  const approved = payouts.filter(({ progress }) => !awaitsApproval(progress.status));
  const ids = await storage.read((stores) => heldAmong(stores, tenant, [added], approved));
  const held = approved.filter(({ order }) => ids.has(order.transactionId));
  if (held.length === 0) return;
  await commit(storage, async (stores) => {
    const corporate = await stores.tenancy.holdCorporate(tenant);
    if (holdOn(corporate, added.userId) !== undefined)
      await explain(stores, tenant, held, { statusDetails: HELD_FOR_REVIEW });
  });
};

/** Ends a hold: what waits for it is sent at the next look. The unit holds the corporate. */
export const releaseHold = async (
  stores: Stores,
  tenant: Tenant,
  { holds = [], ...corporate }: Corporate,
  user: User,
  { at, by: actor }: Pick<Hold, 'at' | 'by'>,
  { payouts }: Unsent,
): Promise<void> => {
  const left = holds.filter(({ userId }) => userId !== user.userId);
  await stores.tenancy.putCorporate({ ...corporate, ...(left.length > 0 && { holds: left }) });
  const to = user.suspended === undefined ? 'active' : 'suspended';
  const entry = { to, at, actor, changes: { held: false } } as const;
  await stores.journal.append([await nextPersonEntry(stores, tenant, user.userId, entry)]);
  const waiting = payouts.filter(
    // The bank's own review has the same code, and goes on.
    ({ progress }) => progress.statusDetails?.message === HELD_FOR_REVIEW.message,
  );
  const still = await heldAmong(stores, tenant, left, waiting);
  await explain(
    stores,
    tenant,
    waiting.filter(({ order }) => !still.has(order.transactionId)),
    {},
  );
};

const explain = (
  { payouts }: Stores,
  tenant: Tenant,
  some: Unsent['payouts'],
  why: { readonly statusDetails?: typeof HELD_FOR_REVIEW },
): Promise<void> =>
  payouts.explain(
    tenant,
    some.map(({ order: { transactionId }, progress: { sequence } }) => ({
      transactionId,
      follows: sequence,
      ...why,
    })),
  );
