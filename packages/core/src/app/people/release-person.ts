import type { ActorNotFound, SettingsDenied } from '../../model/access/access-errors.js';
import { settingsChanger } from '../rights/settings-person.js';
import { writeRecords } from '../writer/write-changes.js';
import { E } from '../../kernel/fp.js';
import { recipe, token } from '../../kernel/token.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import { holdOn, isApart, releasing } from './holds.js';
import { OwnHold, PersonNotFound } from './people-errors.js';
import { PersonChangeInput } from './person-change.js';
import { personView, type PersonView } from './person-view.js';
import { findUnsent } from './under-way.js';

type ReleasePersonError = ActorNotFound | SettingsDenied | PersonNotFound | OwnHold;

/**
 * Releases payouts that are held for the review of a user: a person with `settings.approve` does, who neither asked for
 * the hold nor is held. They are sent within a quarter of an hour, those that wait for a day on it. The user stays
 * suspended if they are. Releasing a user who is not held changes nothing.
 */
export type ReleasePerson = UseCase<PersonChangeInput, ReleasePersonError, PersonView>;
export const ReleasePerson = token<ReleasePerson>('ReleasePerson');

export const makeReleasePerson = recipe(ReleasePerson, { Storage, Clock }, ({ storage, clock }) =>
  useCase(PersonChangeInput, (tenant, { actorUserId, userId }) =>
    storage.atomically(async (stores) => {
      const actor = await settingsChanger(stores, tenant, actorUserId, ['settings.approve']);
      if (E.isLeft(actor)) return actor;
      const [person] = await stores.tenancy.actors(tenant, [userId]);
      const corporate = await stores.tenancy.corporate(tenant);
      if (person === undefined || corporate === undefined) return E.left(PersonNotFound());
      const held = holdOn(corporate, userId);
      if (held === undefined) return E.right(personView(person));
      if (!isApart(held, actorUserId)) return E.left(OwnHold(userId));
      const by = { by: actorUserId, at: clock.now() };
      const unsent = await findUnsent(stores, tenant);
      const released = await releasing(
        stores,
        tenant,
        { corporate, user: person.user, unsent },
        by,
      );
      await writeRecords(stores, released);
      return E.right(personView(person));
    }),
  ),
);
