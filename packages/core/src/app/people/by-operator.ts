import type * as t from 'io-ts';
import { decodeInput, type InvalidInput } from '../../kernel/codecs/decode.js';
import { operatorActor } from '../../model/access/actor.js';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import type { Plain } from '../../kernel/use-case/plain.js';
import { CorporateTenantId, UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { Name } from '../../kernel/values/text.js';
import type { Clock } from '../../ports/clock.js';
import type { Making } from '../settings/change-kind.js';
import type { Storage, Stores } from '../../storage/storage.js';
import type { Corporate } from '../../model/tenancy/corporate.js';
import type { Actor } from '../../model/tenancy/user.js';
import { PersonNotFound } from './people-errors.js';

const OperatorPerson = record('OperatorPerson', {
  corporateTenantId: CorporateTenantId,
  userId: UserId,
  operator: Name,
});
/** The user on whom an operator acts, and the operator's name, for whom the host vouches. */
export type OperatorPerson = Plain<t.TypeOf<typeof OperatorPerson>>;

/** The user and their corporate, which is held, and who acts now. */
interface Found {
  readonly tenant: Tenant;
  readonly corporate: Corporate;
  readonly person: Actor;
  readonly making: Making;
}

/** Does something to a user of any corporate for the bank. The journal names the actor as `operator NAME`. */
export const byOperator = async <R>(
  { storage, clock }: { readonly storage: Storage; readonly clock: Clock },
  input: OperatorPerson,
  work: (stores: Stores, found: Found) => Promise<R>,
): Promise<E.Either<InvalidInput | PersonNotFound, R>> => {
  const read = decodeInput(OperatorPerson, input);
  if (E.isLeft(read)) return read;
  const { corporateTenantId, userId, operator } = read.right;
  return storage.atomically<PersonNotFound, R>(async (stores) => {
    const [tenant] = await stores.tenancy.tenantsOf([corporateTenantId]);
    if (tenant === undefined) return E.left(PersonNotFound());
    const corporate = await stores.tenancy.holdCorporate(tenant);
    const [person] = await stores.tenancy.actors(tenant, [userId]);
    if (corporate === undefined || person === undefined) return E.left(PersonNotFound());
    const making = { by: operatorActor(operator), at: clock.now() };
    return E.right(await work(stores, { tenant, corporate, person, making }));
  });
};
