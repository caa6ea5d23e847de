import type { PaymentMethodCode } from '../../kernel/values/ids.js';
import type { PaymentPackage } from '../package/payment-package.js';

/** Fees of one payout, in paise. */
export interface Fees {
  readonly base: number;
  readonly gst: number;
}

const BASIS = 10_000n;

/** A flat base per method of the package, and GST on it, rounded half up once (decisions §6). */
export const feesOf = (
  { fees, gstBasisPoints }: Pick<PaymentPackage, 'fees' | 'gstBasisPoints'>,
  method: PaymentMethodCode,
): Fees => {
  const base = fees.find(({ paymentMethodCode }) => paymentMethodCode === method)?.base ?? 0;
  const gst = (BigInt(base) * BigInt(gstBasisPoints) + BASIS / 2n) / BASIS;
  return { base, gst: Number(gst) };
};
