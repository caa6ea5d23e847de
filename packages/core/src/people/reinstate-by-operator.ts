import type * as t from 'io-ts';
import { decodeInput, type InvalidInput } from '../kernel/codecs/decode.js';
import type { Plain } from '../kernel/use-case/plain.js';
import { record } from '../kernel/codecs/record.js';
import { E } from '../kernel/fp.js';
import { CorporateTenantId, UserId } from '../kernel/values/ids.js';
import { Name } from '../kernel/values/text.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../storage/storage.js';
import { holdOn } from './holds.js';
import { PersonNotFound } from './people-errors.js';
import { personView, type PersonView } from './person-view.js';
import { reinstate } from './suspension.js';

/** The user whom an operator reinstates, and the operator's name, for whom the host vouches. */
const OperatorReinstatement = record(
  'OperatorReinstatement',
  { corporateTenantId: CorporateTenantId, userId: UserId, operator: Name },
  {},
);
export type OperatorReinstatement = Plain<t.TypeOf<typeof OperatorReinstatement>>;

/** The user as they are now. */
export interface ReinstatedByOperator {
  readonly person: PersonView;
  /** Whether they were suspended before. */
  readonly wasSuspended: boolean;
}

/**
 * Reinstates a suspended user of any corporate for the bank, without a second person: for a corporate whose own
 * people cannot. The journal names the actor as `operator NAME`.
 */
export const reinstateByOperator = async (
  { storage, clock }: { readonly storage: Storage; readonly clock: Clock },
  input: OperatorReinstatement,
): Promise<E.Either<InvalidInput | PersonNotFound, ReinstatedByOperator>> => {
  const read = decodeInput(OperatorReinstatement, input);
  if (E.isLeft(read)) return read;
  const { corporateTenantId, userId, operator } = read.right;
  return storage.atomically<PersonNotFound, ReinstatedByOperator>(async (stores) => {
    const [tenant] = await stores.tenancy.tenantsOf([corporateTenantId]);
    if (tenant === undefined) return E.left(PersonNotFound());
    const corporate = await stores.tenancy.holdCorporate(tenant);
    const [person] = await stores.tenancy.actors(tenant, [userId]);
    if (person === undefined) return E.left(PersonNotFound());
    // No user's id holds a space.
    const by = `operator ${operator}` as UserId;
    const user = await reinstate(stores, tenant, person.user, { by, at: clock.now() });
    const wasSuspended = person.user.suspended !== undefined;
    return E.right({
      person: personView({ ...person, user }, holdOn(corporate, userId)),
      wasSuspended,
    });
  });
};
