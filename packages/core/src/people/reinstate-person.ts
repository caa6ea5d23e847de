import { E } from '../fp.js';
import type { Tenant } from '../kernel/tenant.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../ports/storage.js';
import { token } from '../wiring/token.js';
import { personToChange, type PersonChangeError, type PersonChangeInput } from './person-change.js';
import { personView, type PersonView } from './person-view.js';
import { reinstate } from './suspension.js';

/**
 * Takes the suspension of a user back: what their roles let them do, they may do again, and keys that act as them
 * open what they opened. Sessions stay ended. Reinstating one who is not suspended changes nothing.
 */
export type ReinstatePerson = (
  tenant: Tenant,
  input: PersonChangeInput,
) => Promise<E.Either<PersonChangeError, PersonView>>;
export const ReinstatePerson = token<ReinstatePerson>('ReinstatePerson');

export const makeReinstatePerson =
  (storage: Storage, clock: Clock): ReinstatePerson =>
  (tenant, input) =>
    storage.atomically<PersonChangeError, PersonView>(async (stores) => {
      const person = await personToChange(stores, tenant, input);
      if (E.isLeft(person)) return person;
      const by = { by: input.actorUserId, at: clock.now() };
      const user = await reinstate(stores, tenant, person.right.user, by);
      return E.right(personView({ ...person.right, user }));
    });
