import * as t from 'io-ts';
import { about } from '../../kernel/codecs/documented.js';
import { PaymentMethodCode } from '../../kernel/values/ids.js';
import { Paise } from '../../kernel/values/money.js';

/** From which amount on a bank wants the LEI of payer and payee, by a payment method. */
export const LeiThreshold = t.strict({
  paymentMethodCode: PaymentMethodCode,
  fromAmount: about(Paise, 'Paise.'),
});
export type LeiThreshold = t.TypeOf<typeof LeiThreshold>;

/** ₹50 crore, in paise: from there on RBI asks for both LEIs by NEFT and RTGS. */
const FIFTY_CRORE = 50 * 10 ** 7 * 100;

/** The thresholds of a bank whose provision document has no `leiThresholds`. */
const DEFAULT_LEI_THRESHOLDS = ['NEFT', 'RTGS'].map((paymentMethodCode) => ({
  paymentMethodCode,
  fromAmount: FIFTY_CRORE,
})) as ReadonlyArray<object> as ReadonlyArray<LeiThreshold>;

/** The amount in paise from which on a bank wants both LEIs, by payment method. */
export const leiThresholdsOf = ({
  leiThresholds = DEFAULT_LEI_THRESHOLDS,
}: {
  readonly leiThresholds?: ReadonlyArray<LeiThreshold>;
}): ReadonlyMap<PaymentMethodCode, number> =>
  new Map(
    leiThresholds.map(({ paymentMethodCode, fromAmount }) => [paymentMethodCode, fromAmount]),
  );
