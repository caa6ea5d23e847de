import type * as t from 'io-ts';
import type { ActorNotFound } from '../../model/access/access-errors.js';
import { E } from '../../kernel/fp.js';
import { invalid, InvalidInput, type Issue } from '../../kernel/codecs/decode.js';
import { about } from '../../kernel/codecs/documented.js';
import { record } from '../../kernel/codecs/record.js';
import { token } from '../../kernel/token.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import { BeneficiaryId, UserId, type PackageCode } from '../../kernel/values/ids.js';
import { BeneId } from '../../kernel/values/text.js';
import { Via } from '../../kernel/values/via.js';
import { Positive } from '../../kernel/values/whole.js';
import { isUsable } from '../../model/package/payment-package.js';
import { changeWith } from '../change/change.js';
import { BankDirectory } from '../../ports/bank-directory.js';
import { bankPurposes } from './bank-purposes.js';
import { browsedBeneficiary, type BrowsedBeneficiary } from './browsed-beneficiary.js';
import type { Beneficiary, PayeeValues } from '../../model/beneficiary/payee/beneficiary.js';
import {
  BeneficiaryChanges,
  changedValues,
  checkChanges,
} from '../../model/beneficiary/payee/beneficiary-details.js';
import { beneficiaryEntry } from '../../model/beneficiary/payee/beneficiary-entry.js';
import {
  BeneficiaryAwaitsChecker,
  BeneficiaryMovedOn,
  PackagesDenied,
  type BeneficiaryNotFound,
  type NotABeneficiaryMaker,
  type DuplicateBeneficiary,
} from '../../model/beneficiary/payee/beneficiary-errors.js';
import {
  stepBeneficiary,
  type BeneficiaryChange,
} from '../../model/beneficiary/payee/beneficiary-machine.js';
import { differing, needsChecker } from '../../model/beneficiary/payee/what-changes.js';
import { makersPayee } from './makers-payee.js';
import { replacing } from './replacing.js';

/** The members of §2.1 that change, the id of the payee, and the key that brings them. */
export const ChangeBeneficiaryInput = record(
  'ChangeBeneficiaryInput',
  { beneficiaryId: BeneficiaryId, initiatedByUserId: UserId },
  {
    ...BeneficiaryChanges.optional,
    beneId: about(BeneId, 'Never changes: only the known one is taken.'),
    revision: about(
      Positive,
      'The revision that you saw: the change is 409 if the beneficiary has another one. Without it, the last change counts.',
    ),
    via: Via,
  },
);
export type ChangeBeneficiaryInput = t.TypeOf<typeof ChangeBeneficiaryInput>;

type ChangeBeneficiaryError =
  | ActorNotFound
  | NotABeneficiaryMaker
  | BeneficiaryNotFound
  | BeneficiaryMovedOn
  | InvalidInput
  | PackagesDenied
  | BeneficiaryAwaitsChecker
  | DuplicateBeneficiary;

/**
 * Changes a payee that a maker's roles reach (decisions §4). A new name or account waits for a checker while the old
 * ones stay in force; packages and contact data change at once, unless they come along with those or the corporate
 * asks for a second person. A rejected or deactivated payee is sent to a checker again, changed or not. A change that names
 * a revision counts for no other one. Open payouts keep what they were accepted with. Answers the payee as it is then.
 */
export type ChangeBeneficiary = UseCase<
  ChangeBeneficiaryInput,
  ChangeBeneficiaryError,
  BrowsedBeneficiary
>;
export const ChangeBeneficiary = token<ChangeBeneficiary>('ChangeBeneficiary');

export const makeChangeBeneficiary = changeWith(
  ChangeBeneficiary,
  ChangeBeneficiaryInput,
  { Banks: BankDirectory },
  ({ banks }) => ({
    read: async (stores, tenant, asked) => {
      const found = await makersPayee(stores, tenant, asked);
      if (E.isLeft(found)) return found;
      const packages = await stores.tenancy.packages(tenant, asked.benePackageCodes ?? []);
      return E.right({
        ...found.right,
        usable: packages.filter(isUsable).map(({ packageCode }) => packageCode),
        purposes: await bankPurposes(stores, tenant, asked.benePurpose),
        corporate: await stores.tenancy.corporate(tenant),
      });
    },
    decide: ({ payee, reach, usable, purposes, corporate }, asked, at, tenant) => {
      const { beneficiaryId, initiatedByUserId, via, ...input } = asked;
      if (input.revision !== undefined && input.revision !== payee.revision)
        return E.left(BeneficiaryMovedOn(beneficiaryId));
      const issues = [
        ...beneIdIssues(payee, input.beneId),
        ...checkChanges(input, payee, usable, purposes),
      ];
      if (issues.length > 0) return E.left(InvalidInput(issues));
      const values = changedValues(payee, input);
      const denied = moved(payee.packageCodes, values.packageCodes).filter(
        (code) => !reach.has(code),
      );
      if (denied.length > 0) return E.left(PackagesDenied(denied));

      const changed = differing(payee, values);
      const command: BeneficiaryChange = {
        type: 'change',
        values,
        mustWait: needsChecker(changed, corporate ?? {}),
        by: initiatedByUserId,
        at,
        ...(via !== undefined && { via }),
      };
      const stepped = stepBeneficiary(payee, command);
      if (E.isLeft(stepped)) return E.left(BeneficiaryAwaitsChecker(beneficiaryId));
      if (payee.state === 'approved' && changed.length === 0)
        return E.right({ answer: browsedBeneficiary(payee, banks) });
      const next = stepped.right;
      return E.right({
        attempt: replacing(tenant, next),
        changes: { entries: [beneficiaryEntry(payee, command, next, via)] },
        answer: browsedBeneficiary(next, banks),
      });
    },
  }),
);

const beneIdIssues = (payee: Beneficiary, beneId: BeneId | undefined): ReadonlyArray<Issue> =>
  beneId === undefined || beneId === payee.beneId
    ? []
    : [
        invalid(
          '/beneId',
          'expected the beneId of this beneficiary, which never changes: deactivate it, and create another one',
        ),
      ];

/** The packages that a change gives or takes. */
const moved = (
  before: PayeeValues['packageCodes'],
  after: PayeeValues['packageCodes'],
): ReadonlyArray<PackageCode> => [
  ...before.filter((code) => !after.includes(code)),
  ...after.filter((code) => !before.includes(code)),
];
