import { ActorNotFound } from '../../model/access/access-errors.js';
import { ActorInput } from '../../model/access/actor-input.js';
import { writeRecords } from '../writer/write-changes.js';
import { E } from '../../kernel/fp.js';
import { recipe, token } from '../../kernel/token.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import { deputyOf, withoutPrincipal } from '../../model/tenancy/deputy.js';
import { deputyView, type DeputyView } from './deputy-view.js';
import { personEntry } from './person-entry.js';

/**
 * Takes the deputy away whom {@link NameDeputy} named, from now on; what the deputy decided stays. Changes nothing where
 * there is none.
 */
export type EndDeputy = UseCase<ActorInput, ActorNotFound, DeputyView>;
export const EndDeputy = token<EndDeputy>('EndDeputy');

export const makeEndDeputy = recipe(EndDeputy, { Storage, Clock }, ({ storage, clock }) =>
  useCase(ActorInput, (tenant, { actorUserId }) =>
    storage.atomically(async (stores) => {
      await stores.tenancy.holdCorporate(tenant);
      const users = await stores.tenancy.users(tenant);
      const user = users.find(({ userId }) => userId === actorUserId);
      if (user === undefined) return E.left(ActorNotFound(actorUserId));
      const at = clock.now();
      const deputy = deputyOf(users, actorUserId, at)?.deputy;
      if (deputy === undefined) return E.right(deputyView(users, user, at));
      const without = withoutPrincipal(deputy, actorUserId, at);
      const next = { to: 'active', at, actor: actorUserId, changes: { deputy: null } } as const;
      await writeRecords(stores, {
        saves: [({ tenancy }) => tenancy.putUsers(tenant, [without])],
        entries: [personEntry(tenant, actorUserId, next)],
      });
      return E.right(
        deputyView(
          users.map((one) => (one.userId === without.userId ? without : one)),
          user,
          at,
        ),
      );
    }),
  ),
);
