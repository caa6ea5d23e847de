import * as t from 'io-ts';
import { factorEntry } from '../factor/held/factor-entry.js';
import { stepFactor } from '../factor/held/factor-machine.js';
import { factorsAt, noFactors, type PersonFactors } from '../factor/held/factor.js';
import { overEntry } from '../factor/held/with-factors.js';
import { E } from '../kernel/fp.js';
import { UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { EpochMs } from '../kernel/values/time.js';
import { approvalOf, type Making, type SettingsChangeKind } from '../settings/change-kind.js';
import type { Stores } from '../storage/storage.js';
import type { User } from '../tenancy/user.js';
import { FactorsChanged, OwnFactorReset, PersonNotFound } from './people-errors.js';
import { nextPersonEntry } from './person-entry.js';
import { endSessionsOf } from './suspension.js';

// The factors, and not the person alone: an approval takes none that they proved meanwhile.
const FactorReset = t.strict({ userId: UserId, factorIds: t.array(t.string) });

/** The second factors of a person that are taken away together, with their recovery codes. They go on until then. */
export const resetFactorsChange: SettingsChangeKind<
  t.TypeOf<typeof FactorReset>,
  PersonNotFound | OwnFactorReset | FactorsChanged
> = {
  name: 'reset_factors',
  permissions: ['settings.edit'],
  payload: FactorReset,
  details: (reset) => reset,
  concerns: ({ userId }) => userId,
  check: async ({ tenancy, factors }, tenant, { userId, factorIds }, at, approvedBy) => {
    if (approvedBy === userId) return E.left(OwnFactorReset(userId));
    const [person] = await tenancy.actors(tenant, [userId]);
    if (person === undefined) return E.left(PersonNotFound());
    const now = provedFactors(await factors.find(tenant, userId), at);
    const isSame = now.length === factorIds.length && now.every((id) => factorIds.includes(id));
    return isSame ? E.right(null) : E.left(FactorsChanged(userId));
  },
  make: async (stores, tenant, { userId }, making) => {
    const [person] = await stores.tenancy.actors(tenant, [userId]);
    if (person === undefined) throw new Error('a user who was just there is gone');
    await resetFactors(stores, tenant, person.user, making);
  },
};

/** The ids of the factors that a person proved, those that wait for a second person among them. */
export const provedFactors = (
  held: PersonFactors | undefined,
  at: EpochMs,
): ReadonlyArray<string> =>
  held === undefined
    ? []
    : factorsAt(held, at)
        .filter(({ state }) => state !== 'enrolled')
        .map(({ factorId }) => factorId);

/**
 * Takes away everything that a person has as second factors: factors, recovery codes, what they are asked for and what
 * was guessed. Their sessions end. They come in by the mailed code then, and enrol as if for the first time.
 */
export const resetFactors = async (
  stores: Stores,
  tenant: Tenant,
  { userId, suspended }: User,
  making: Making,
): Promise<void> => {
  const held = await stores.factors.find(tenant, userId);
  if (held === undefined) return;
  const { by: actor, at } = making;
  const happened = { at, actor, changes: approvalOf(making) };
  const next = { ...noFactors(tenant, userId, held.id), revision: held.revision + 1 };
  const removed = factorsAt(held, at).flatMap((factor) => {
    const stepped = stepFactor(factor, { type: 'remove', at });
    return E.isLeft(stepped) ? [] : [factorEntry(next, factor, stepped.right, happened)];
  });
  await stores.factors.put(next);
  await stores.journal.append([
    ...removed,
    ...(held.recovery === undefined ? [] : [overEntry(next, held.recovery, happened)]),
    await nextPersonEntry(stores, tenant, userId, {
      to: suspended === undefined ? 'active' : 'suspended',
      at,
      actor,
      changes: { factorsReset: true, ...approvalOf(making) },
    }),
  ]);
  await endSessionsOf(stores, tenant, userId, making);
};
