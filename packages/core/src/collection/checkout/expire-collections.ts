import { asClaimed, claimAndRun, oneByOne } from '../../duty/claim-and-run.js';
import type { DutyParts } from '../../duty/duty-parts.js';
import type { Duty } from '../../duty/duty.js';
import { retryForEver } from '../../duty/retry-for-ever.js';
import type { Work } from '../../storage/work-store.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { commit } from '../../storage/commit.js';
import type { Stores } from '../../storage/storage.js';
import { token } from '../../kernel/token.js';
import { expireInTime } from '../charge/current-session.js';
import { expireLinkInTime } from '../link/end-link.js';

/** The duty that ends collection sessions after 15 minutes and payment links after 24 hours (§8). */
export type ExpireCollections = Duty;
export const ExpireCollections = token<ExpireCollections>('ExpireCollections');

const WORKS_A_CLAIM = 100;

export const makeExpireCollections = (parts: DutyParts): ExpireCollections => {
  const { storage, clock } = parts;
  return claimAndRun(parts, {
    name: 'expire-collections',
    chunk: WORKS_A_CLAIM,
    prepare: asClaimed,
    groups: oneByOne,
    act: (works) => commit(storage, (stores) => expire(stores, works, clock.now())),
    // A reader that gets one in the meantime finds it expired.
    retry: retryForEver(storage, clock, 'expire-collections', 'expiry_failed'),
  });
};

const expire = async (stores: Stores, works: ReadonlyArray<Work>, at: EpochMs): Promise<void> => {
  const held = await stores.work.held(works);
  for (const work of works) if (held.has(work.subject)) await expireOne(stores, work, at);
};

const expireOne = async (stores: Stores, work: Work, at: EpochMs): Promise<void> => {
  const openUntil = work.subject.startsWith('pl_')
    ? await linkUntil(stores, work, at)
    : await sessionUntil(stores, work, at);
  if (openUntil === undefined) await stores.work.finish([work]);
  // The clock was put back since.
  else await stores.work.defer([{ ...work, duty: 'expire-collections', runAt: openUntil }]);
};

const sessionUntil = async (
  stores: Stores,
  { tenant, subject }: Work,
  at: EpochMs,
): Promise<EpochMs | undefined> => {
  const session = await stores.collections.session(tenant, subject);
  const now = session && (await expireInTime(stores, session, at));
  return now?.status === 'open' ? now.expiresAt : undefined;
};

const linkUntil = async (
  stores: Stores,
  { tenant, subject }: Work,
  at: EpochMs,
): Promise<EpochMs | undefined> => {
  const link = await stores.collections.link(tenant, subject);
  const now = link && (await expireLinkInTime(stores, link, at));
  return now?.status === 'open' ? now.expiresAt : undefined;
};
