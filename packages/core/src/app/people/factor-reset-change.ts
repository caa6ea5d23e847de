import * as t from 'io-ts';
import type { RecordChanges } from '../writer/changes.js';
import { factorEntry } from '../../model/factor/held/factor-entry.js';
import { stepFactor } from '../../model/factor/held/factor-machine.js';
import { factorsAt, noFactors, type PersonFactors } from '../../model/factor/held/factor.js';
import { overEntry } from '../../model/factor/held/with-factors.js';
import { E } from '../../kernel/fp.js';
import { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { approvalOf, waitsAlways, type Making } from '../settings/change-kind.js';
import { changesAbout, withdrawing } from '../settings/withdraw-changes.js';
import type { SettingsChange } from '../../model/settings/change/settings-change.js';
import type { Stores } from '../../storage/storage.js';
import type { PortalSession } from '../../model/portal/session/portal-session.js';
import type { User } from '../../model/tenancy/user.js';
import { ending } from '../portal/end-session.js';
import { FactorsChanged, OwnFactorReset, PersonNotFound } from './people-errors.js';
import { personEntry } from './person-entry.js';

// The factors, and not the person alone: an approval takes none that they proved meanwhile.
const FactorReset = t.strict({ userId: UserId, factorIds: t.array(t.string) });

/** A person who has second factors, their sessions, and the changes that wait for factors of theirs. */
interface Having {
  readonly user: User;
  readonly held: PersonFactors;
  readonly sessions: ReadonlyArray<PortalSession>;
  readonly waiting: ReadonlyArray<SettingsChange>;
}

export const having = async (
  stores: Stores,
  tenant: Tenant,
  user: User,
  held: PersonFactors,
): Promise<Having> => ({
  user,
  held,
  sessions: await stores.portal.sessionsOf(tenant, user.userId),
  waiting: await changesAbout(stores, tenant, held.factors),
});

/** The second factors of a person that are taken away together, with their recovery codes. They go on until then. */
export const resetFactorsChange = waitsAlways<
  t.TypeOf<typeof FactorReset>,
  PersonNotFound | OwnFactorReset | FactorsChanged,
  Having
>({
  name: 'reset_factors',
  needsFactor: 'if_held',
  permissions: ['settings.edit'],
  payload: FactorReset,
  details: (reset) => reset,
  concerns: ({ userId }) => userId,
  check: async (stores, tenant, { userId, factorIds }, { at, approvedBy }) => {
    if (approvedBy === userId) return E.left(OwnFactorReset(userId));
    const [person] = await stores.tenancy.actors(tenant, [userId]);
    if (person === undefined) return E.left(PersonNotFound());
    const held = await stores.factors.find(tenant, userId);
    const now = provedFactors(held, at);
    const isSame = now.length === factorIds.length && now.every((id) => factorIds.includes(id));
    if (held === undefined || !isSame) return E.left(FactorsChanged(userId));
    return E.right(await having(stores, tenant, person.user, held));
  },
  make: (tenant, _, making, found) => resettingFactors(tenant, found, making),
});

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
 * What takes away everything that a person has as second factors: factors, recovery codes, what they are asked for and what
 * was guessed. Their sessions end, and so do the changes that wait for factors of theirs. They come in by the mailed code then, and enrol as if for the first time.
 */
export const resettingFactors = (
  tenant: Tenant,
  { user: { userId, suspended }, held, sessions, waiting }: Having,
  making: Making,
): RecordChanges => {
  const { by: actor, at } = making;
  const happened = { at, actor, changes: approvalOf(making) };
  const next = { ...noFactors(tenant, userId, held.id), revision: held.revision + 1 };
  const removed = factorsAt(held, at).flatMap((factor) => {
    const stepped = stepFactor(factor, { type: 'remove', at });
    return E.isLeft(stepped) ? [] : [factorEntry(next, factor, stepped.right, happened)];
  });
  const withdrawn = withdrawing(waiting, making);
  return {
    saves: [
      ({ factors }) => factors.put(next),
      ...sessions.map(ending('shown_out', making.at, making.by)),
      ...withdrawn.saves,
    ],
    entries: [
      ...removed,
      ...withdrawn.entries,
      ...(held.recovery === undefined ? [] : [overEntry(next, held.recovery, happened)]),
      personEntry(tenant, userId, {
        to: suspended === undefined ? 'active' : 'suspended',
        at,
        actor,
        changes: { factorsReset: true, ...approvalOf(making) },
      }),
    ],
  };
};
