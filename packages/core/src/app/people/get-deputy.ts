import { ActorNotFound } from '../../model/access/access-errors.js';
import { ActorInput } from '../../model/access/actor-input.js';
import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { recipe, token } from '../../kernel/token.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import { deputyView, type DeputyView } from './deputy-view.js';

/** Says who is the deputy of the person who asks, and whose deputy they are, now or later. */
export type GetDeputy = UseCase<ActorInput, ActorNotFound, DeputyView>;
export const GetDeputy = token<GetDeputy>('GetDeputy');

export const makeGetDeputy = recipe(GetDeputy, { Storage, Clock }, ({ storage, clock }) =>
  useCase(ActorInput, async (tenant, { actorUserId }) => {
    const users = await storage.read(({ tenancy }) => tenancy.users(tenant));
    const user = users.find(({ userId }) => userId === actorUserId);
    return user === undefined
      ? E.left(ActorNotFound(actorUserId))
      : E.right(deputyView(users, user, clock.now()));
  }),
);
