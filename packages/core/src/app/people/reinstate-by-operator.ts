import { writeRecords } from '../writer/write-changes.js';
import type { InvalidInput } from '../../kernel/codecs/decode.js';
import type { E } from '../../kernel/fp.js';
import type { Clock } from '../../ports/clock.js';
import type { Storage } from '../../storage/storage.js';
import { byOperator, type OperatorPerson } from './by-operator.js';
import { holdOn } from './holds.js';
import type { PersonNotFound } from './people-errors.js';
import { personView, type PersonView } from './person-view.js';
import { reinstating, suspendedKeysOf } from './suspension.js';

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
export const reinstateByOperator = (
  ports: { readonly storage: Storage; readonly clock: Clock },
  input: OperatorPerson,
): Promise<E.Either<InvalidInput | PersonNotFound, ReinstatedByOperator>> =>
  byOperator(ports, input, async (stores, { tenant, corporate, person, making }) => {
    const { suspended, ...user } = person.user;
    const keys = await suspendedKeysOf(stores, tenant, user.userId);
    await writeRecords(stores, reinstating(tenant, person.user, keys, making));
    return {
      person: personView({ ...person, user }, holdOn(corporate, user.userId)),
      wasSuspended: suspended !== undefined,
    };
  });
