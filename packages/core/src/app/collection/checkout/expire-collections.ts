import type { Handled } from '../../writer/changes.js';
import { writeRecords, writeRecordsAcross } from '../../writer/write-changes.js';
import { asClaimed, claimAndRun, oneByOne } from '../../duty/claim-and-run.js';
import { DutyParts } from '../../duty/duty-parts.js';
import type { Duty } from '../../duty/duty.js';
import { linkOfWork } from '../../duty/link-work.js';
import { retryForEver } from '../../duty/retry-for-ever.js';
import type { Work } from '../../../storage/work-store.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { commit } from '../../../storage/commit.js';
import type { Stores } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { AskForgottenCharges, type AskedCharges } from './forgotten-charges.js';
import { expireInTime, type Stepped } from '../charge/step-changes.js';
import { expireLinkInTime } from '../link/end-link.js';
import type { CollectionSession } from '../../../model/collection/session/collection-session.js';
import type { PaymentLink } from '../../../model/collection/session/payment-link.js';

/** The duty that ends collection sessions after 15 minutes and payment links after 24 hours (§8). */
export type ExpireCollections = Duty;
export const ExpireCollections = token<ExpireCollections>('ExpireCollections');

const WORKS_A_CLAIM = 100;

export const makeExpireCollections = recipe(
  ExpireCollections,
  { Parts: DutyParts, AskForgottenCharges },
  ({ parts, askForgottenCharges }) => {
    const { storage, clock } = parts;
    return claimAndRun(parts, {
      name: 'expire-collections',
      chunk: WORKS_A_CLAIM,
      prepare: asClaimed,
      groups: oneByOne,
      act: async (works) => {
        const asked = await askForgottenCharges(works);
        await commit(storage, (stores) => expire(stores, works, asked, clock.now()));
      },
      // A reader that gets one in the meantime finds it expired.
      retry: retryForEver(storage, clock, 'expire-collections', 'expiry_failed'),
    });
  },
);

const expire = async (
  stores: Stores,
  works: ReadonlyArray<Work>,
  asked: AskedCharges,
  at: EpochMs,
): Promise<void> => {
  const held = await stores.work.held(works);
  for (const work of works) if (held.has(work.subject)) await expireOne(stores, work, asked, at);
  await writeRecordsAcross(stores, { incidents: asked.incidents });
};

const expireOne = async (
  stores: Stores,
  work: Work,
  { askedAgain, askedOn }: AskedCharges,
  at: EpochMs,
): Promise<void> => {
  const { next, changes = {} } = (await endingOf(stores, work, at)) ?? {};
  // An open one: the clock was put back since.
  const runAt = next?.status === 'open' ? next.expiresAt : askedAgain.get(work.subject);
  const handled: Handled =
    runAt === undefined
      ? { over: [work] }
      : { later: [{ ...work, duty: 'expire-collections', runAt }] };
  const on = runAt === undefined ? askedOn.get(work.subject) : undefined;
  await writeRecords(stores, changes, { handled, work: on === undefined ? [] : [on] });
};

const endingOf = async (
  stores: Stores,
  work: Work,
  at: EpochMs,
): Promise<Stepped<CollectionSession | PaymentLink> | undefined> => {
  const { tenant, subject } = work;
  const ofLink = linkOfWork(work);
  if (ofLink !== undefined) {
    const link = await stores.collections.link(tenant, ofLink.linkId);
    return link && expireLinkInTime(stores, link, at);
  }
  const session = await stores.collections.session(tenant, subject);
  return session && expireInTime(session, at);
};
