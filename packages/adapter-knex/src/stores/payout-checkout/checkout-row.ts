import { PayoutCheckout, stored } from '@hundi/core/wire';
import type { TriedCheckout } from '@hundi/core/storage';
import type { Rows } from '../../engine/session.js';
import type { Int } from '../rows/present.js';

/** A session as statements select it. */
export interface CheckoutRow {
  readonly record: string;
  readonly tries: Int;
}

/** The session of the first row. */
export const checkoutOf = (rows: Rows | ReadonlyArray<CheckoutRow>): TriedCheckout | undefined => {
  const [row] = rows as ReadonlyArray<CheckoutRow>;
  return row === undefined
    ? undefined
    : { session: stored(PayoutCheckout, row.record), tries: Number(row.tries) };
};
