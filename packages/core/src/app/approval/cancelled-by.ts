import * as t from 'io-ts';
import { ActorNotFound, NotAMaker } from '../../model/access/access-errors.js';
import { actingUser } from '../rights/acting-user.js';
import { may, operatorActor } from '../../model/access/actor.js';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import type { InvalidInput } from '../../kernel/codecs/decode.js';
import { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { Name } from '../../kernel/values/text.js';
import { Via } from '../../kernel/values/via.js';
import type { Stores } from '../../storage/storage.js';
import type { Actor } from '../../model/tenancy/user.js';

/**
 * The actor of a cancellation: a person of the corporate; software with a partner key, as the user that it names or
 * else as the corporate's only service user; or one of the bank's own staff, for whom the host vouches.
 */
export const CancelledBy = t.union([
  t.strict({ kind: t.literal('user'), userId: UserId }),
  record('ByKey', { kind: t.literal('key'), via: Via }, { userId: UserId }),
  t.strict({ kind: t.literal('operator'), name: Name }),
]);
export type CancelledBy = t.TypeOf<typeof CancelledBy>;

export type CancellerError = ActorNotFound | NotAMaker | InvalidInput;

/** One who may cancel something. */
export interface Canceller {
  readonly kind: CancelledBy['kind'];
  /** As the journal names them. */
  readonly name: string;
  /** Absent for an operator. */
  readonly actor?: Actor;
  /** Whether everything of the corporate is theirs to cancel, or only what they made. */
  readonly mayCancelAny: boolean;
  /** The partner key, of software. */
  readonly via?: Via;
}

/** The canceller, if they may make payouts or cancel any at this moment, or are an operator. */
export const cancellerOf = async (
  stores: Stores,
  tenant: Tenant,
  by: CancelledBy,
): Promise<E.Either<CancellerError, Canceller>> => {
  const { kind } = by;
  if (kind === 'operator')
    return E.right({ kind, name: operatorActor(by.name), mayCancelAny: true });
  const userId = kind === 'key' ? await actingUser(stores, tenant, by.userId) : E.right(by.userId);
  if (E.isLeft(userId)) return userId;
  const [actor] = await stores.tenancy.actors(tenant, [userId.right]);
  if (actor === undefined) return E.left(ActorNotFound(userId.right));
  // People alone: no key stops what others made.
  const mayCancelAny =
    kind === 'user' && actor.user.kind === 'human' && may(actor, 'transaction.cancel_any');
  return mayCancelAny || may(actor, 'transaction.make')
    ? E.right({
        kind,
        name: userId.right,
        actor,
        mayCancelAny,
        ...(by.kind === 'key' && { via: by.via }),
      })
    : E.left(NotAMaker(userId.right));
};

/** Whether it is theirs to cancel. */
export const isTheirs = ({ actor, mayCancelAny }: Canceller, maker: string): boolean =>
  mayCancelAny || actor?.user.userId === maker;

/**
 * Whether this canceller has cancelled it before, over a partner key now: software that does not know whether an
 * answer was lost asks again, and gets the same one.
 */
export const hasCancelledBefore = async (
  { journal }: Stores,
  tenant: Tenant,
  subjectId: string,
  { kind, name }: Canceller,
): Promise<boolean> => {
  if (kind !== 'key') return false;
  const last = await journal.last(tenant, subjectId);
  return last?.to === 'cancelled' && last.actor === name;
};
