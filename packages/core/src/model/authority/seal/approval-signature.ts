import * as t from 'io-ts';
import { record } from '../../../kernel/codecs/record.js';
import { BankTenantId, CorporateTenantId, UserId } from '../../../kernel/values/ids.js';
import { SigningPasskey } from './signing-passkey.js';

/**
 * An approval by passkey, as its person signed it. `leaves` has a line for each payout, in the order of their ids: the id,
 * a blank, the payout's digest. `response` is the JSON of the browser's answer, `at` when the decision was taken (epoch
 * ms). Written once.
 */
export const ApprovalSignature = record('ApprovalSignature', {
  /** The id of the challenge that was signed. */
  signatureId: t.string,
  bankTenantId: BankTenantId,
  corporateTenantId: CorporateTenantId,
  userId: UserId,
  at: t.number,
  leaves: t.string,
  response: t.string,
  passkey: SigningPasskey,
});
export type ApprovalSignature = t.TypeOf<typeof ApprovalSignature>;
