import * as t from 'io-ts';
import { ActorNotFound, NotAMaker } from '../access/access-errors.js';
import { may } from '../access/actor.js';
import { E } from '../fp.js';
import { UserId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import { Name } from '../kernel/text.js';
import type { Stores } from '../ports/storage.js';
import type { Actor } from '../tenancy/user.js';

/** Who cancels: a person of the corporate, or one of the bank's own staff, for whom the host vouches. */
export const CancelledBy = t.union([
  t.strict({ kind: t.literal('user'), userId: UserId }),
  t.strict({ kind: t.literal('operator'), name: Name }),
]);
export type CancelledBy = t.TypeOf<typeof CancelledBy>;

/** Somebody who may cancel something. */
export interface Canceller {
  /** As the journal names them. */
  readonly name: string;
  /** Absent for an operator. */
  readonly person?: Actor;
}

/** Whoever asks, if they may make payouts at this moment or are an operator. */
export const cancellerOf = async (
  { tenancy }: Stores,
  tenant: Tenant,
  by: CancelledBy,
): Promise<E.Either<ActorNotFound | NotAMaker, Canceller>> => {
  // No user's id holds a space.
  if (by.kind === 'operator') return E.right({ name: `operator ${by.name}` });
  const [person] = await tenancy.actors(tenant, [by.userId]);
  if (person === undefined) return E.left(ActorNotFound(by.userId));
  return may(person, 'transaction.make')
    ? E.right({ name: by.userId, person })
    : E.left(NotAMaker(by.userId));
};

/** Whether it is theirs to cancel. */
export const isTheirs = ({ person }: Canceller, maker: string): boolean =>
  person === undefined || person.user.userId === maker;
