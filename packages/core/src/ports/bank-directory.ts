import { token } from '../kernel/token.js';

/** Names banks by the prefix of an IFSC (decisions §4). */
export interface BankDirectory {
  /** The bank's name, or the empty string if it is unknown. */
  readonly bankName: (ifsc: string) => string;
}
export const BankDirectory = token<BankDirectory>('BankDirectory');
