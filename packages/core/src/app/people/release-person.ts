import type { ActorNotFound, SettingsDenied } from '../../model/access/access-errors.js';
import { settingsChanger } from '../rights/settings-person.js';
import { change } from '../change/change.js';
import { E } from '../../kernel/fp.js';
import { token } from '../../kernel/token.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import { holdOn, isApart, releaseOf, releasing } from './holds.js';
import { OwnHold, PersonNotFound } from './people-errors.js';
import { PersonChangeInput } from './person-change.js';
import { personView, type PersonView } from './person-view.js';

type ReleasePersonError = ActorNotFound | SettingsDenied | PersonNotFound | OwnHold;

/**
 * Releases payouts that are held for the review of a user: a person with `settings.approve` does, who neither asked for
 * the hold nor is held. They are sent within a quarter of an hour, those that wait for a day on it. The user stays
 * suspended if they are. Releasing a user who is not held changes nothing.
 */
export type ReleasePerson = UseCase<PersonChangeInput, ReleasePersonError, PersonView>;
export const ReleasePerson = token<ReleasePerson>('ReleasePerson');

export const makeReleasePerson = change(ReleasePerson, PersonChangeInput, {
  read: async (stores, tenant, { actorUserId, userId }) => {
    const actor = await settingsChanger(stores, tenant, actorUserId, ['settings.approve']);
    if (E.isLeft(actor)) return actor;
    const [person] = await stores.tenancy.actors(tenant, [userId]);
    const corporate = await stores.tenancy.corporate(tenant);
    if (person === undefined || corporate === undefined) return E.left(PersonNotFound());
    const held = holdOn(corporate, userId);
    if (held !== undefined && !isApart(held, actorUserId)) return E.left(OwnHold(userId));
    const release = held && (await releaseOf(stores, tenant, corporate, userId));
    return E.right({ person, release });
  },
  decide: ({ person, release }, { actorUserId }, at, tenant) =>
    E.right({
      ...(release !== undefined && {
        changes: releasing(tenant, person.user, release, { by: actorUserId, at }),
      }),
      answer: personView(person),
    }),
});
