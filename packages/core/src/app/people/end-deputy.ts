import { ActorNotFound } from '../../model/access/access-errors.js';
import { ActorInput } from '../../model/access/actor-input.js';
import { change } from '../change/change.js';
import { E } from '../../kernel/fp.js';
import { token } from '../../kernel/token.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import { deputyOf, withoutPrincipal } from '../../model/tenancy/deputy.js';
import { deputyView, type DeputyView } from './deputy-view.js';
import { personEntry } from './person-entry.js';

/**
 * Takes the deputy away whom {@link NameDeputy} named, from now on; what the deputy decided stays. Changes nothing where
 * there is none.
 */
export type EndDeputy = UseCase<ActorInput, ActorNotFound, DeputyView>;
export const EndDeputy = token<EndDeputy>('EndDeputy');

export const makeEndDeputy = change(EndDeputy, ActorInput, {
  read: async ({ tenancy }, tenant, { actorUserId }) => {
    await tenancy.holdCorporate(tenant);
    const users = await tenancy.users(tenant);
    const user = users.find(({ userId }) => userId === actorUserId);
    return user === undefined ? E.left(ActorNotFound(actorUserId)) : E.right({ users, user });
  },
  decide: ({ users, user }, { actorUserId }, at, tenant) => {
    const deputy = deputyOf(users, actorUserId, at)?.deputy;
    if (deputy === undefined) return E.right({ answer: deputyView(users, user, at) });
    const without = withoutPrincipal(deputy, actorUserId, at);
    const next = { to: 'active', at, actor: actorUserId, changes: { deputy: null } } as const;
    return E.right({
      changes: {
        saves: [({ tenancy }) => tenancy.putUsers(tenant, [without])],
        entries: [personEntry(tenant, actorUserId, next)],
      },
      answer: deputyView(
        users.map((one) => (one === deputy ? without : one)),
        user,
        at,
      ),
    });
  },
});
