import type { BankDebtor } from '../../ports/bank-rail.js';
import type { Corporate } from './corporate.js';
import type { DebitAccount } from './debit-account.js';

/** Who pays from an account: what stands at the account comes before what stands at the corporate. */
export const debtorOf = (
  corporate: Pick<Corporate, 'name' | 'customerId' | 'lei'>,
  account: Pick<DebitAccount, 'ifscCode' | 'customerId' | 'lei'>,
): BankDebtor => {
  const { customerId = corporate.customerId, lei = corporate.lei } = account;
  return {
    name: corporate.name,
    ifsc: account.ifscCode,
    ...(customerId !== undefined && { customerId }),
    ...(lei !== undefined && { lei }),
  };
};
