import type * as t from 'io-ts';
import type { ActorNotFound } from '../../model/access/access-errors.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { token } from '../../kernel/token.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import { BeneficiaryId, UserId } from '../../kernel/values/ids.js';
import { Comment } from '../../kernel/values/text.js';
import { Via } from '../../kernel/values/via.js';
import { changeWith } from '../change/change.js';
import { BankDirectory } from '../../ports/bank-directory.js';
import { browsedBeneficiary, type BrowsedBeneficiary } from './browsed-beneficiary.js';
import { beneficiaryEntry } from '../../model/beneficiary/payee/beneficiary-entry.js';
import {
  BeneficiaryNotActive,
  type BeneficiaryNotFound,
  type NotABeneficiaryMaker,
} from '../../model/beneficiary/payee/beneficiary-errors.js';
import {
  stepBeneficiary,
  type BeneficiaryEnd,
} from '../../model/beneficiary/payee/beneficiary-machine.js';
import { makersPayee } from './makers-payee.js';

/** Who deactivates which payee, and by which key. */
export const DeactivateBeneficiaryInput = record(
  'DeactivateBeneficiaryInput',
  { beneficiaryId: BeneficiaryId, initiatedByUserId: UserId },
  { comment: Comment, via: Via },
);
export type DeactivateBeneficiaryInput = t.TypeOf<typeof DeactivateBeneficiaryInput>;

type DeactivateBeneficiaryError =
  | ActorNotFound
  | NotABeneficiaryMaker
  | BeneficiaryNotFound
  | BeneficiaryNotActive;

/**
 * Ends an approved payee that a maker's roles reach: no further payout goes to it, and its beneId and accounts are
 * free. A change that waits is dropped. Open payouts keep what they were accepted with. Needs no checker, since it
 * only stops payments.
 */
export type DeactivateBeneficiary = UseCase<
  DeactivateBeneficiaryInput,
  DeactivateBeneficiaryError,
  BrowsedBeneficiary
>;
export const DeactivateBeneficiary = token<DeactivateBeneficiary>('DeactivateBeneficiary');

export const makeDeactivateBeneficiary = changeWith(
  DeactivateBeneficiary,
  DeactivateBeneficiaryInput,
  { Banks: BankDirectory },
  ({ banks }) => ({
    read: (stores, tenant, asked) => makersPayee(stores, tenant, asked),
    decide: ({ payee }, { beneficiaryId, initiatedByUserId, comment, via }, at, tenant) => {
      const command: BeneficiaryEnd = {
        type: 'deactivate',
        by: initiatedByUserId,
        at,
        ...(comment !== undefined && { comment }),
      };
      const stepped = stepBeneficiary(payee, command);
      if (E.isLeft(stepped)) return E.left(BeneficiaryNotActive(beneficiaryId));
      const next = stepped.right;
      return E.right({
        // It asks for nothing that another payee could hold.
        changes: {
          saves: [async ({ beneficiaries }) => void (await beneficiaries.replace(tenant, next))],
          entries: [beneficiaryEntry(payee, command, next, via)],
        },
        answer: browsedBeneficiary(next, banks),
      });
    },
  }),
);
