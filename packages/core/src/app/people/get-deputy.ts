import { ActorNotFound } from '../../model/access/access-errors.js';
import { ActorInput } from '../../model/access/actor-input.js';
import { E } from '../../kernel/fp.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import { token } from '../../kernel/token.js';
import { look } from '../../storage/look.js';
import { deputyView, type DeputyView } from './deputy-view.js';

/** Says who is the deputy of the person who asks, and whose deputy they are, now or later. */
export type GetDeputy = UseCase<ActorInput, ActorNotFound, DeputyView>;
export const GetDeputy = token<GetDeputy>('GetDeputy');

export const makeGetDeputy = look(
  GetDeputy,
  ActorInput,
  async ({ tenancy }, tenant, { actorUserId }, now) => {
    const users = await tenancy.users(tenant);
    const user = users.find(({ userId }) => userId === actorUserId);
    return user === undefined
      ? E.left(ActorNotFound(actorUserId))
      : E.right(deputyView(users, user, now));
  },
);
