import type { ActorNotFound } from '../../../model/access/access-errors.js';
import { writeRecords } from '../../writer/write-changes.js';
import { E } from '../../../kernel/fp.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Clock } from '../../../ports/clock.js';
import type { Storage, Stores } from '../../../storage/storage.js';
import {
  LinkEnded,
  LinkNotFound,
  type NotALinkMaker,
} from '../../../model/collection/session/collection-errors.js';
import type { PaymentLink } from '../../../model/collection/session/payment-link.js';
import { expireLinkInTime } from './end-link.js';
import type { LinkInput } from './link-input.js';
import { linkPerson } from './link-person.js';

/** Why a person can do nothing with a link. */
export type NotOnLink = ActorNotFound | NotALinkMaker | LinkNotFound | LinkEnded;

/**
 * Runs a unit of work on a link, for a person who may make links. A link whose time is over is expired instead, and that
 * is committed before the person gets their answer.
 */
export const onOpenLink = async <L, A>(
  { storage, clock }: { readonly storage: Storage; readonly clock: Clock },
  tenant: Tenant,
  { actorUserId, linkId }: LinkInput,
  work: (stores: Stores, link: PaymentLink, at: EpochMs) => Promise<E.Either<L, A>>,
): Promise<E.Either<L | NotOnLink, A>> => {
  const done = await storage.atomically<L | NotOnLink, E.Either<LinkEnded, A>>(async (stores) => {
    const allowed = await linkPerson(stores, tenant, actorUserId);
    if (E.isLeft(allowed)) return allowed;
    const found = await stores.collections.link(tenant, linkId);
    if (found === undefined) return E.left(LinkNotFound());
    const at = clock.now();
    const { next, changes } = await expireLinkInTime(stores, found, at);
    await writeRecords(stores, changes);
    if (next.status === 'expired') return E.right(E.left(LinkEnded('expired')));
    const worked = await work(stores, next, at);
    return E.isLeft(worked) ? worked : E.right(worked);
  });
  return E.isLeft(done) ? done : done.right;
};
