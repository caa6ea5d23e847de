import * as t from 'io-ts';
import type { Beneficiary } from '../../beneficiary/payee/beneficiary.js';

/** Whom and which bank a payout is for, beside the number of the account. */
export const FrozenPayee = t.strict({ name: t.string, ifsc: t.string }, 'FrozenPayee');
export type FrozenPayee = t.TypeOf<typeof FrozenPayee>;

/**
 * Whether an approved payee is no longer the one that a session was opened for. Sessions of older versions do not say for
 * whom, and a payee that is not approved is not paid anyway.
 */
export const hasPayeeChanged = (
  session: { readonly beneficiaryAccountNumber: string; readonly payee?: FrozenPayee },
  beneficiary: Beneficiary | undefined,
): boolean => {
  const { payee, beneficiaryAccountNumber: number } = session;
  if (payee === undefined || beneficiary?.state !== 'approved') return false;
  const account = beneficiary.accounts.find(({ accountNumber }) => accountNumber === number);
  return account?.ifsc !== payee.ifsc || beneficiary.name !== payee.name;
};
