import * as t from 'io-ts';
import { may, reachOf } from '../../model/access/actor.js';
import { ActorNotFound } from '../../model/access/access-errors.js';
import { changeWith } from '../change/change.js';
import { E } from '../../kernel/fp.js';
import type { InvalidInput } from '../../kernel/codecs/decode.js';
import { record } from '../../kernel/codecs/record.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import { UserId, type BeneficiaryId } from '../../kernel/values/ids.js';
import { Via } from '../../kernel/values/via.js';
import { UUID_ENTROPY_BYTES, uuidV7 } from '../../kernel/values/uuid.js';
import { isUsable } from '../../model/package/payment-package.js';
import { Entropy } from '../../ports/entropy.js';
import { token } from '../../kernel/token.js';
import type { CreatedBeneficiary } from './beneficiary-answers.js';
import { bankPurposes } from './bank-purposes.js';
import {
  BeneficiaryDetails,
  checkDetails,
  newBeneficiary,
} from '../../model/beneficiary/payee/beneficiary-details.js';
import { newBeneficiaryEntry } from '../../model/beneficiary/payee/beneficiary-entry.js';
import {
  DuplicateBeneficiary,
  NotABeneficiaryMaker,
  PackagesDenied,
} from '../../model/beneficiary/payee/beneficiary-errors.js';
import { createdBeneficiary } from './beneficiary-view.js';

/** The body of §4.2. */
export const NewBeneficiary = t.intersection(
  [t.strict({ initiatedByUserId: UserId }), BeneficiaryDetails],
  'NewBeneficiary',
);

/** The same, and the key that brings it. */
const CreateBeneficiaryInput = t.intersection([
  NewBeneficiary,
  record('Brought', {}, { via: Via }),
]);
type CreateBeneficiaryInput = t.TypeOf<typeof CreateBeneficiaryInput>;

type CreateBeneficiaryError =
  | ActorNotFound
  | NotABeneficiaryMaker
  | InvalidInput
  | PackagesDenied
  | DuplicateBeneficiary;

/**
 * Adds a payee that waits for a checker, for packages that its maker's roles reach (§4.2), and keeps by which key it
 * came.
 */
export type CreateBeneficiary = UseCase<
  CreateBeneficiaryInput,
  CreateBeneficiaryError,
  CreatedBeneficiary
>;
export const CreateBeneficiary = token<CreateBeneficiary>('CreateBeneficiary');

export const makeCreateBeneficiary = changeWith(
  CreateBeneficiary,
  CreateBeneficiaryInput,
  { Entropy },
  ({ entropy }) => ({
    read: async (stores, tenant, { initiatedByUserId, benePackageCodes, benePurpose }, at) => {
      const [actor] = await stores.tenancy.actors(tenant, [initiatedByUserId]);
      if (actor === undefined) return E.left(ActorNotFound(initiatedByUserId));
      if (!may(actor, 'beneficiary.make')) return E.left(NotABeneficiaryMaker(initiatedByUserId));
      const packages = await stores.tenancy.packages(tenant, benePackageCodes);
      return E.right({
        id: uuidV7(at, entropy.bytes(UUID_ENTROPY_BYTES)) as BeneficiaryId,
        reach: reachOf(actor, 'beneficiary.make').packageCodes,
        usable: new Set(packages.filter(isUsable).map(({ packageCode }) => packageCode)),
        purposes: await bankPurposes(stores, tenant, benePurpose),
      });
    },
    decide: ({ id, reach, usable, purposes }, { via, ...input }, at, tenant) => {
      const { initiatedByUserId: by } = input;
      const details = checkDetails(input, usable, purposes);
      if (E.isLeft(details)) return details;
      const denied = input.benePackageCodes.filter((code) => !reach.has(code));
      if (denied.length > 0) return E.left(PackagesDenied(denied));
      const beneficiary = {
        ...newBeneficiary(tenant, id, details.right, { by, at }),
        ...(via !== undefined && { via }),
      };
      return E.right({
        attempt: async ({ beneficiaries }) => {
          const added = await beneficiaries.add(tenant, beneficiary);
          if (added === 'added') return E.right(undefined);
          const same = added === 'duplicate' ? 'name_and_account' : 'bene_id';
          return E.left(DuplicateBeneficiary(same));
        },
        changes: { entries: [newBeneficiaryEntry(beneficiary, by, via)] },
        answer: createdBeneficiary(beneficiary),
      });
    },
  }),
);
