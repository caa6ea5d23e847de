import { E } from '../kernel/fp.js';
import { useCase, type UseCase } from '../kernel/use-case/use-case.js';
import type { Clock } from '../ports/clock.js';
import type { Entropy } from '../ports/entropy.js';
import type { Storage } from '../storage/storage.js';
import type { MailAdministrators } from '../settings/mail-administrators.js';
import { makeOrPropose, settingsChangeId } from '../settings/make-or-propose.js';
import type { TooManySettingsChanges } from '../settings/change/settings-change-errors.js';
import { awaits, type AwaitsApproval } from '../settings/change/settings-change-view.js';
import { atomicallyNoted } from '../settings/settings-notice.js';
import { token } from '../kernel/token.js';
import { holdOn } from './holds.js';
import type { SuspensionOver } from './people-errors.js';
import { personToChange, type PersonChangeError, PersonChangeInput } from './person-change.js';
import { personView, type PersonView } from './person-view.js';
import { reinstatePersonChange } from './reinstatement-change.js';

export type ReinstatePersonError = PersonChangeError | SuspensionOver | TooManySettingsChanges;

/** The user as they are now, and the change that waits, where it does. */
export type ReinstatedPerson = PersonView & AwaitsApproval;

/**
 * Reinstates a suspended user: their roles, and the keys that act as them,
 * work again. Sessions stay ended. It may have to wait for a second person; until their approval the user
 * stays suspended. Reinstating one who is not suspended changes nothing.
 */
export type ReinstatePerson = UseCase<PersonChangeInput, ReinstatePersonError, ReinstatedPerson>;
export const ReinstatePerson = token<ReinstatePerson>('ReinstatePerson');

export const makeReinstatePerson = (
  storage: Storage,
  clock: Clock,
  entropy: Entropy,
  mailAdministrators: MailAdministrators,
): ReinstatePerson =>
  useCase(PersonChangeInput, (tenant, input) => {
    const changeId = settingsChangeId(clock, entropy);
    return atomicallyNoted<ReinstatePersonError, ReinstatedPerson>(
      storage,
      mailAdministrators,
      async (stores, note) => {
        const person = await personToChange(stores, tenant, input);
        if (E.isLeft(person)) return person;
        const { userId, suspended } = person.right.user;
        const held = holdOn(await stores.tenancy.corporate(tenant), userId);
        if (suspended === undefined) return E.right(personView(person.right, held));
        const payload = { userId, suspended };
        const proposal = { by: input.actorUserId, at: clock.now(), changeId, note };
        const made = await makeOrPropose(stores, tenant, reinstatePersonChange, payload, proposal);
        if (E.isLeft(made)) return made;
        const [now = person.right] = await stores.tenancy.actors(tenant, [userId]);
        return E.right({ ...personView(now, held), ...awaits(made.right) });
      },
    );
  });
