import * as t from 'io-ts';
import { about } from '../../kernel/codecs/documented.js';
import { describedRecord, record } from '../../kernel/codecs/record.js';
import { BeneficiaryId, PackageCode, UserId } from '../../kernel/values/ids.js';
import { Lei } from '../../kernel/values/lei.js';
import { Purpose } from '../../kernel/values/purpose.js';
import { BeneId, Comment, Label, Name } from '../../kernel/values/text.js';
import { EpochMs } from '../../kernel/values/time.js';
import { BeneficiaryState, BrowsedAccount } from './browsed-beneficiary.js';

/** The values of a payee that a change may replace. */
const VALUES = {
  name: Name,
  phoneNumber: Label,
  beneficiaryType: Label,
  accounts: t.readonlyArray(BrowsedAccount),
  packageCodes: t.readonlyArray(PackageCode),
};

/** Those of them that may be absent. */
const OPTIONAL_VALUES = { purpose: Purpose, lei: Lei };

/** A payee as its events show it. */
export const BeneficiaryObject = describedRecord(
  'BeneficiaryObject',
  'A beneficiary, as it was right after a step.',
  {
    object: t.literal('beneficiary'),
    beneficiaryId: BeneficiaryId,
    beneId: BeneId,
    ...VALUES,
    status: t.keyof({ active: null, inactive: null }),
    approvalState: BeneficiaryState,
    createdBy: UserId,
    createdAt: EpochMs,
  },
  {
    ...OPTIONAL_VALUES,
    authorizedBy: about(t.string, 'The checker who decided.'),
    authorizedAt: EpochMs,
    changedBy: about(t.string, 'Who changed it, asked for the change, or decided on it.'),
    changedAt: EpochMs,
    change: about(
      record('BeneficiaryChangeObject', VALUES, OPTIONAL_VALUES),
      'The values that wait for a checker, or that one has rejected.',
    ),
    deactivatedBy: about(t.string, 'The maker who deactivated it.'),
    deactivatedAt: EpochMs,
    comment: Comment,
  },
);
export type BeneficiaryObject = t.TypeOf<typeof BeneficiaryObject>;
