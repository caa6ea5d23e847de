import type { Lei } from '../kernel/values/lei.js';
import type { Corporate } from './corporate.js';
import type { DebitAccount } from './debit-account.js';

/** The party that pays, as the bank's provision document names it. */
export interface Debtor {
  /** The name of the corporate. */
  readonly name: string;
  /** The IFSC of the debit account. */
  readonly ifsc: string;
  /** The bank's own number of the customer. */
  readonly customerId?: string;
  /** Legal entity identifier (ISO 17442). */
  readonly lei?: Lei;
}

/** Who pays from an account: what stands at the account comes before what stands at the corporate. */
export const debtorOf = (
  corporate: Pick<Corporate, 'name' | 'customerId' | 'lei'>,
  account: Pick<DebitAccount, 'ifscCode' | 'customerId' | 'lei'>,
): Debtor => {
  const { customerId = corporate.customerId, lei = corporate.lei } = account;
  return {
    name: corporate.name,
    ifsc: account.ifscCode,
    ...(customerId !== undefined && { customerId }),
    ...(lei !== undefined && { lei }),
  };
};
