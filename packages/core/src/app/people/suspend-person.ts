import * as t from 'io-ts';
import { writeRecords } from '../writer/write-changes.js';
import { describedRecord, record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { Clock } from '../../ports/clock.js';
import { Storage, type Stores } from '../../storage/storage.js';
import type { Hold } from '../../model/tenancy/corporate.js';
import type { Actor } from '../../model/tenancy/user.js';
import { recipe, token } from '../../kernel/token.js';
import { askedHold, explainHold, holding, holdOn, mayBeReleased } from './holds.js';
import { LastToReinstate, OwnSuspension, type NobodyToRelease } from './people-errors.js';
import { personToChange, PersonChangeInput, type PersonChangeError } from './person-change.js';
import { personView, PersonView } from './person-view.js';
import { everybody, isLastToReinstate } from './reinstaters.js';
import { suspended, suspending, waysOf } from './suspension.js';
import { findUnsent, UnderWay, underWayOf } from './under-way.js';

/** The acting user, the user to suspend, and whether their payouts are held, too. */
export const SuspendPersonInput = record('SuspendPersonInput', PersonChangeInput.required, {
  hold: t.boolean,
});
export type SuspendPersonInput = t.TypeOf<typeof SuspendPersonInput>;

/** The user, and what goes on although they are suspended. */
export const SuspendedPerson = describedRecord(
  'SuspendedPerson',
  'A suspended user, and what goes on of what they made or approved.',
  { ...PersonView.required, underWay: UnderWay },
  PersonView.optional,
);
export type SuspendedPerson = t.TypeOf<typeof SuspendedPerson>;

type SuspendPersonError = PersonChangeError | OwnSuspension | LastToReinstate | NobodyToRelease;

/**
 * Suspends a user of a corporate, person or service: from the next request on they do nothing by any way, sessions
 * and logins included, and keys that act as them open nothing. Suspending again changes
 * nothing but a hold that is asked for. The answer says what goes on of theirs nevertheless, read once the
 * suspension is committed; with `hold` none of their payouts is sent until a
 * second person releases them ({@link ReleasePerson}). No user suspends
 * themselves, nor the last who may approve settings, so that somebody is left to
 * reinstate others.
 */
export type SuspendPerson = UseCase<SuspendPersonInput, SuspendPersonError, SuspendedPerson>;
export const SuspendPerson = token<SuspendPerson>('SuspendPerson');

export const makeSuspendPerson = recipe(SuspendPerson, { Storage, Clock }, ({ storage, clock }) =>
  useCase(SuspendPersonInput, async (tenant, input) => {
    const done = await storage.atomically((stores) => suspendNow(stores, tenant, input, clock));
    if (E.isLeft(done)) return done;
    const { person, held, at } = done.right;
    // Once they are suspended: nobody waits for the corporate while many payouts are read.
    const unsent = await storage.read((stores) => findUnsent(stores, tenant));
    if (input.hold === true && held !== undefined) await explainHold(storage, tenant, held, unsent);
    const underWay = await storage.read((stores) =>
      underWayOf(stores, tenant, { userId: input.userId, unsent }, at),
    );
    return E.right({ ...personView(person, held), underWay });
  }),
);

/** A user who is suspended, since when at the latest, and the hold on them. */
interface Suspended {
  readonly person: Actor;
  readonly held: Hold | undefined;
  readonly at: EpochMs;
}

const suspendNow = async (
  stores: Stores,
  tenant: Tenant,
  input: SuspendPersonInput,
  clock: Clock,
): Promise<E.Either<SuspendPersonError, Suspended>> => {
  const { actorUserId, userId } = input;
  const person = await personToChange(stores, tenant, input);
  if (E.isLeft(person)) return person;
  if (actorUserId === userId) return E.left(OwnSuspension(userId));
  const corporate = await stores.tenancy.corporate(tenant);
  if (corporate === undefined) throw new Error('a person of no corporate');
  const people = await everybody(stores, tenant);
  if (isLastToReinstate(people, userId, corporate.settingsNeedSecondPerson === true))
    return E.left(LastToReinstate(userId));

  const by = { by: actorUserId, at: clock.now() };
  const known = holdOn(corporate, userId);
  const held = input.hold === true ? askedHold(known, { userId, ...by }) : known;
  const isNew = held !== undefined && held !== known;
  const possible = isNew ? mayBeReleased(people, held) : E.right(null);
  if (E.isLeft(possible)) return possible;
  const { user } = person.right;
  const ways = await waysOf(stores, tenant, userId);
  await writeRecords(
    stores,
    suspending(tenant, user, ways, by),
    isNew ? holding(tenant, corporate, held, by) : {},
  );
  return E.right({ person: { ...person.right, user: suspended(user, by) }, held, at: by.at });
};
