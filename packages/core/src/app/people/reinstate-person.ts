import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { Storage } from '../../storage/storage.js';
import { makeOrPropose, Proposing } from '../settings/make-or-propose.js';
import type { TooManySettingsChanges } from '../../model/settings/change/settings-change-errors.js';
import { awaits, type AwaitsApproval } from '../../model/settings/change/settings-change-view.js';
import { recipe, token } from '../../kernel/token.js';
import { holdOn } from './holds.js';
import { PersonNotFound, type SuspensionOver } from './people-errors.js';
import { PersonChangeInput, type PersonChangeError } from './person-change.js';
import { personView, type PersonView } from './person-view.js';
import { reinstatePersonChange } from './reinstatement-change.js';

type ReinstatePersonError = PersonChangeError | SuspensionOver | TooManySettingsChanges;

/** The user as they are now, and the change that waits, where it does. */
export type ReinstatedPerson = PersonView & AwaitsApproval;

/**
 * Reinstates a suspended user: their roles, and the keys that act as them,
 * work again. Sessions stay ended. It may have to wait for a second person; until their approval the user
 * stays suspended. Reinstating one who is not suspended changes nothing.
 */
export type ReinstatePerson = UseCase<PersonChangeInput, ReinstatePersonError, ReinstatedPerson>;
export const ReinstatePerson = token<ReinstatePerson>('ReinstatePerson');

export const makeReinstatePerson = recipe(
  ReinstatePerson,
  { Storage, Proposing },
  ({ storage, proposing }) =>
    useCase(PersonChangeInput, (tenant, input) =>
      proposing(
        storage,
        { tenant, by: input.actorUserId, permissions: reinstatePersonChange.permissions },
        async (stores, proposal) => {
          const [person] = await stores.tenancy.actors(tenant, [input.userId]);
          if (person === undefined) return E.left(PersonNotFound());
          const { userId, suspended } = person.user;
          const held = holdOn(proposal.corporate, userId);
          if (suspended === undefined) return E.right(personView(person, held));
          const payload = { userId, suspended };
          const made = await makeOrPropose(stores, reinstatePersonChange, payload, proposal);
          if (E.isLeft(made)) return made;
          const [now = person] = await stores.tenancy.actors(tenant, [userId]);
          return E.right({ ...personView(now, held), ...awaits(made.right) });
        },
      ),
    ),
);
