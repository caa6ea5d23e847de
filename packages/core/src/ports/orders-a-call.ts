import type { BankRail } from './bank-rail.js';

/** How many orders the bank is given, or asked about, in one call at most. */
export const ORDERS_A_CALL_MAX = 1_000;

/**
 * How many orders one call of this rail is about at most.
 *
 * @throws if the rail declares anything but a whole number from 1 to 1,000: `createHundi` then throws it to the host.
 */
export const ordersACall = ({ name = 'the bank rail', traits }: BankRail): number => {
  const { ordersACall: declared = ORDERS_A_CALL_MAX } = traits;
  if (!Number.isInteger(declared) || declared < 1 || declared > ORDERS_A_CALL_MAX) {
    const max = String(ORDERS_A_CALL_MAX);
    throw new Error(
      `${name} declares ordersACall ${String(declared)}: declare a whole number from 1 to ${max}, or leave it out`,
    );
  }
  return declared;
};

/** How many orders a group may hold at most: as many as a batch. */
const ORDERS_A_GROUP_MAX = 20_000;

/**
 * How many orders a group of this rail holds at most; undefined where it takes none.
 *
 * @throws if the rail declares anything but a whole number from 1 to 20,000, likewise.
 */
export const ordersAGroup = ({
  name = 'the bank rail',
  traits: { ordersAGroup: declared },
}: BankRail): number | undefined => {
  if (declared === undefined) return undefined;
  if (!Number.isInteger(declared) || declared < 1 || declared > ORDERS_A_GROUP_MAX) {
    const max = String(ORDERS_A_GROUP_MAX);
    throw new Error(
      `${name} declares ordersAGroup ${String(declared)}: declare a whole number from 1 to ${max}, or leave it out if the bank takes no groups`,
    );
  }
  return declared;
};
