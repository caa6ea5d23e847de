import * as t from 'io-ts';
import { may, reachOf } from '../../model/access/actor.js';
import { ActorNotFound } from '../../model/access/access-errors.js';
import { writeRecords } from '../writer/write-changes.js';
import { E } from '../../kernel/fp.js';
import type { InvalidInput } from '../../kernel/codecs/decode.js';
import { record } from '../../kernel/codecs/record.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { UserId, type BeneficiaryId } from '../../kernel/values/ids.js';
import { Via } from '../../kernel/values/via.js';
import { UUID_ENTROPY_BYTES, uuidV7 } from '../../kernel/values/uuid.js';
import { isUsable } from '../../model/package/payment-package.js';
import { Clock } from '../../ports/clock.js';
import { Entropy } from '../../ports/entropy.js';
import { Storage } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
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

export const makeCreateBeneficiary = recipe(
  CreateBeneficiary,
  { Storage, Clock, Entropy },
  ({ storage, clock, entropy }) =>
    useCase(CreateBeneficiaryInput, (tenant, { via, ...input }) => {
      const at = clock.now();
      const id = uuidV7(at, entropy.bytes(UUID_ENTROPY_BYTES)) as BeneficiaryId;
      return storage.atomically<CreateBeneficiaryError, CreatedBeneficiary>(async (stores) => {
        const [actor] = await stores.tenancy.actors(tenant, [input.initiatedByUserId]);
        if (actor === undefined) return E.left(ActorNotFound(input.initiatedByUserId));
        if (!may(actor, 'beneficiary.make')) return E.left(NotABeneficiaryMaker(actor.user.userId));

        const packages = await stores.tenancy.packages(tenant, input.benePackageCodes);
        const usable = new Set(packages.filter(isUsable).map(({ packageCode }) => packageCode));
        const purposes = await bankPurposes(stores, tenant, input.benePurpose);
        const details = checkDetails(input, usable, purposes);
        if (E.isLeft(details)) return details;
        const { packageCodes } = reachOf(actor, 'beneficiary.make');
        const denied = input.benePackageCodes.filter((code) => !packageCodes.has(code));
        if (denied.length > 0) return E.left(PackagesDenied(denied));

        const beneficiary = {
          ...newBeneficiary(tenant, id, details.right, { by: actor.user.userId, at }),
          ...(via !== undefined && { via }),
        };
        const added = await stores.beneficiaries.add(tenant, beneficiary);
        if (added === 'duplicate') return E.left(DuplicateBeneficiary('name_and_account'));
        if (added === 'duplicate_bene_id') return E.left(DuplicateBeneficiary('bene_id'));
        const { userId } = actor.user;
        const entries = [newBeneficiaryEntry(beneficiary, userId, via)];
        await writeRecords(stores, { entries });
        return E.right(createdBeneficiary(beneficiary));
      });
    }),
);
