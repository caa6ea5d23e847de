import type { Booking, GroupBooking } from '@hundi/adapter-iso20022/bank';
import type { GroupDebit, Movement } from '@hundi/testkit';

/** The ids of a group: a `PmtInfId` is one only within its message. */
interface GroupIds {
  readonly messageId: string;
  readonly paymentInformationId: string;
}

/** As the books name a group. No id of a message holds a line end. */
export const groupRefOf = ({ messageId, paymentInformationId }: GroupIds): string =>
  `${paymentInformationId}\n${messageId}`;

export const groupIdsOf = (groupRef: string): GroupIds => {
  const [paymentInformationId = '', messageId = ''] = groupRef.split('\n');
  return { messageId, paymentInformationId };
};

const paymentOf = ({ bankRef, amount, utr, bankReference }: Movement) => ({
  instructionId: bankRef,
  amount,
  bankReference,
  ...(utr !== undefined && { utr }),
});

/** The entry that a movement makes in a `camt.054` or a `camt.053`. */
export const bookingOf = (movement: Movement | GroupDebit): Booking | GroupBooking => {
  const { side, debitAccountNumber, amount } = movement;
  if (!('group' in movement)) return { side, debitAccountNumber, ...paymentOf(movement) };
  const { groupRef, count } = movement.group;
  return {
    side,
    debitAccountNumber,
    amount,
    group: { count, ...groupIdsOf(groupRef) },
    payments: movement.orders.map(paymentOf),
  };
};
