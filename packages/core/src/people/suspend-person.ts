import type * as t from 'io-ts';
import { documented } from '../kernel/codecs/documented.js';
import { record } from '../kernel/codecs/record.js';
import { E } from '../kernel/fp.js';
import { useCase, type UseCase } from '../kernel/use-case/use-case.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../storage/storage.js';
import { token } from '../kernel/token.js';
import { LastToReinstate, OwnSuspension } from './people-errors.js';
import { personToChange, type PersonChangeError, PersonChangeInput } from './person-change.js';
import { personView, PersonView } from './person-view.js';
import { everybody, isLastToReinstate } from './reinstaters.js';
import { suspend } from './suspension.js';
import { findUnsent, UnderWay, underWayOf } from './under-way.js';

/** The user, and what goes on although they are suspended. */
export const SuspendedPerson = documented(
  record('SuspendedPerson', { ...PersonView.required, underWay: UnderWay }, PersonView.optional),
  { description: 'A suspended user, and what goes on of what they made or approved.' },
);
export type SuspendedPerson = t.TypeOf<typeof SuspendedPerson>;

export type SuspendPersonError = PersonChangeError | OwnSuspension | LastToReinstate;

/**
 * Suspends a user of a corporate, person or service: from the next request on they do nothing by any way, sessions
 * and logins included, and keys that act as them open nothing. Suspending again changes
 * nothing. The answer says what goes on of theirs nevertheless. No user suspends
 * themselves, nor the last who may approve settings, so that somebody is left to
 * reinstate others.
 */
export type SuspendPerson = UseCase<PersonChangeInput, SuspendPersonError, SuspendedPerson>;
export const SuspendPerson = token<SuspendPerson>('SuspendPerson');

export const makeSuspendPerson = (storage: Storage, clock: Clock): SuspendPerson =>
  useCase(PersonChangeInput, (tenant, input) =>
    storage.atomically<SuspendPersonError, SuspendedPerson>(async (stores) => {
      const { actorUserId, userId } = input;
      const person = await personToChange(stores, tenant, input);
      if (E.isLeft(person)) return person;
      if (actorUserId === userId) return E.left(OwnSuspension(userId));
      const corporate = await stores.tenancy.corporate(tenant);
      const needsSecond = corporate?.settingsNeedSecondPerson === true;
      if (isLastToReinstate(await everybody(stores, tenant), userId, needsSecond))
        return E.left(LastToReinstate(userId));

      const by = { by: actorUserId, at: clock.now() };
      const user = await suspend(stores, tenant, person.right.user, by);
      const unsent = await findUnsent(stores, tenant);
      const underWay = await underWayOf(stores, tenant, userId, unsent, by.at);
      return E.right({ ...personView({ ...person.right, user }), underWay });
    }),
  );
