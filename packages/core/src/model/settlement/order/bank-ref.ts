import { TransactionId } from '../../../kernel/values/ids.js';

const PREFIX = 'H';
const SHAPE = /^H([0-9A-F]{8})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{12})$/;

/**
 * The bank's reference of a payout: a pure function of its id, 33 characters that every rail carries. A
 * retry, a restart or a restored backup sends the same one (decisions §8).
 */
export const bankRefOf = (transactionId: TransactionId): string =>
  `${PREFIX}${transactionId.replaceAll('-', '').toUpperCase()}`;

/** The payout that a bank's message speaks of; undefined when the reference is none of ours. */
export const transactionOf = (bankRef: string): TransactionId | undefined => {
  const parts = SHAPE.exec(bankRef)?.slice(1);
  const id = parts?.join('-').toLowerCase();
  return TransactionId.is(id) ? id : undefined;
};
