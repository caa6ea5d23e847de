import * as t from 'io-ts';
import { alias, documented } from '../kernel/codecs/documented.js';
import { record } from '../kernel/codecs/record.js';
import { BeneficiaryId, PackageCode, UserId } from '../kernel/values/ids.js';
import { BeneId, Comment, Label, Name } from '../kernel/values/text.js';
import { EpochMs } from '../kernel/values/time.js';
import { BeneficiaryState, BrowsedAccount } from './browsed-beneficiary.js';

/** A payee as its events show it. */
export const BeneficiaryObject = documented(
  record(
    'BeneficiaryObject',
    {
      object: t.literal('beneficiary'),
      beneficiaryId: BeneficiaryId,
      beneId: BeneId,
      name: Name,
      phoneNumber: Label,
      beneficiaryType: Label,
      status: t.keyof({ active: null, inactive: null }),
      approvalState: BeneficiaryState,
      accounts: t.readonlyArray(BrowsedAccount),
      packageCodes: t.readonlyArray(PackageCode),
      createdBy: UserId,
      createdAt: EpochMs,
    },
    {
      authorizedBy: alias(t.string, { description: 'The checker who decided.' }),
      authorizedAt: EpochMs,
      comment: Comment,
    },
  ),
  { description: 'A beneficiary, as it was right after a change of its state.' },
);
export type BeneficiaryObject = t.TypeOf<typeof BeneficiaryObject>;
