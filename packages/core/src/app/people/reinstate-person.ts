import { E } from '../../kernel/fp.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import { proposal } from '../settings/proposal.js';
import type { TooManySettingsChanges } from '../../model/settings/change/settings-change-errors.js';
import type { AwaitsApproval } from '../../model/settings/change/settings-change-view.js';
import { token } from '../../kernel/token.js';
import { holdOn } from './holds.js';
import { PersonNotFound, type HeldSince, type SuspensionOver } from './people-errors.js';
import { PersonChangeInput, type PersonChangeError } from './person-change.js';
import { personView, type PersonView } from './person-view.js';
import { reinstatePersonChange } from './reinstatement-change.js';

type ReinstatePersonError = PersonChangeError | SuspensionOver | HeldSince | TooManySettingsChanges;

/** The user as they are now, and the change that waits, where it does. */
export type ReinstatedPerson = PersonView & AwaitsApproval;

/**
 * Reinstates a suspended user: their roles, and the keys that act as them,
 * work again. Sessions stay ended. It may have to wait for a second person; until their approval the user
 * stays suspended. Reinstating one who is not suspended changes nothing.
 */
export type ReinstatePerson = UseCase<PersonChangeInput, ReinstatePersonError, ReinstatedPerson>;
export const ReinstatePerson = token<ReinstatePerson>('ReinstatePerson');

export const makeReinstatePerson = proposal(ReinstatePerson, PersonChangeInput, {}, () => ({
  kind: reinstatePersonChange,
  want: async ({ tenancy }, { tenant, corporate }, { userId: asked }) => {
    const [person] = await tenancy.actors(tenant, [asked]);
    if (person === undefined) return E.left(PersonNotFound());
    const { userId, suspended } = person.user;
    const held = holdOn(corporate, userId);
    if (suspended === undefined) return E.right({ answer: () => personView(person, held) });
    return E.right({
      payload: { userId, suspended, hold: held ?? null },
      answer: async () => {
        const [now = person] = await tenancy.actors(tenant, [userId]);
        return personView(now, held);
      },
    });
  },
}));
