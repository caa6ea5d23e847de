import { NOBODY_TO_ACT_AS, onlyServiceUser } from '../../rights/acting-user.js';
import { actorRef, may } from '../../../model/access/actor.js';
import { NotAMaker } from '../../../model/access/access-errors.js';
import { E } from '../../../kernel/fp.js';
import type { InvalidInput } from '../../../kernel/codecs/decode.js';
import type { UserId } from '../../../kernel/values/ids.js';
import { byTenant } from '../../../kernel/values/tenant.js';
import type { Stores } from '../../../storage/storage.js';
import type { Actor, ActorRef } from '../../../model/tenancy/user.js';
import type { Submission } from '../request/submission.js';

/** A user who may make payouts. */
export interface Initiator {
  readonly userId: UserId;
  readonly createdBy: ActorRef;
}

/**
 * Looks up the initiators of submissions, and what they may do now: one question for each corporate, or two. Answers a
 * function from a submission to its initiator, or to the reason why it has none.
 */
export const initiatorsOf = async <S extends Pick<Submission, 'tenant' | 'initiatedByUserId'>>(
  { tenancy }: Stores,
  submissions: ReadonlyArray<S>,
): Promise<(submission: S) => E.Either<InvalidInput | NotAMaker, Initiator>> => {
  const found = new Map<S, E.Either<InvalidInput | NotAMaker, Initiator>>();
  for (const [tenant, ours] of byTenant(submissions)) {
    const asksForDefault = ours.some(({ initiatedByUserId }) => initiatedByUserId === undefined);
    const fallback = asksForDefault ? onlyServiceUser(await tenancy.users(tenant)) : undefined;
    const nameOf = ({ initiatedByUserId = fallback }: S): UserId | undefined => initiatedByUserId;
    const names = new Set(ours.map(nameOf).filter((name) => name !== undefined));
    const actors = new Map(
      (await tenancy.actors(tenant, [...names])).map((actor) => [actor.user.userId, actor]),
    );
    for (const one of ours) {
      const name = nameOf(one);
      found.set(
        one,
        name === undefined ? E.left(NOBODY_TO_ACT_AS) : initiator(name, actors.get(name)),
      );
    }
  }
  return (submission) => {
    const one = found.get(submission);
    if (one === undefined) throw new Error('a submission has no initiator');
    return one;
  };
};

const initiator = (userId: UserId, actor: Actor | undefined): E.Either<NotAMaker, Initiator> =>
  actor === undefined || !may(actor, 'transaction.make')
    ? E.left(NotAMaker(userId))
    : E.right({ userId, createdBy: actorRef(actor, 'transaction.make') });
