import * as t from 'io-ts';
import { DebitAccountId, PaymentMethodCode } from '../../kernel/values/ids.js';
import { record } from '../../kernel/codecs/record.js';
import {
  BatchLimit,
  DebitMode,
  FileRejectionMode,
  MethodLimit,
  orNull,
  type PaymentPackage,
} from './payment-package.js';

/** The configuration that governs payouts of one corporate (§2.4 effectiveConfiguration). */
export const EffectiveConfiguration = record('EffectiveConfiguration', {
  effectiveDebitMode: DebitMode,
  effectiveFileRejectionMode: FileRejectionMode,
  autoApprovalEnabled: t.boolean,
  bulkApprovalEnabled: t.boolean,
  maskConfidentialDetails: t.boolean,
  maxPaymentsPerBatch: BatchLimit,
  allowedPaymentMethods: t.readonlyArray(MethodLimit),
  defaultPaymentMethodCode: orNull(PaymentMethodCode),
  defaultDebitAccountId: orNull(DebitAccountId),
});
export type EffectiveConfiguration = t.TypeOf<typeof EffectiveConfiguration>;

const stricter = (
  pick: (...bounds: number[]) => number,
  a: number | null,
  b: number | null,
): number | null => (a === null ? b : b === null ? a : pick(a, b));

/** A method allowed on both sides, within the stricter of both bounds. */
const bothAllow = (
  catalog: ReadonlyArray<MethodLimit>,
  subscription: ReadonlyArray<MethodLimit>,
): ReadonlyArray<MethodLimit> =>
  subscription.flatMap((theirs) => {
    const ours = catalog.find((limit) => limit.paymentMethodCode === theirs.paymentMethodCode);
    return ours === undefined
      ? []
      : [
          {
            paymentMethodCode: theirs.paymentMethodCode,
            minimumAmount: stricter(Math.max, ours.minimumAmount, theirs.minimumAmount),
            maximumAmount: stricter(Math.min, ours.maximumAmount, theirs.maximumAmount),
          } as MethodLimit,
        ];
  });

/** Effective values win over the catalog's, null falls back, amount bounds are the stricter of both (decisions §5). */
export const effectiveConfiguration = ({
  catalogConfiguration: catalog,
  overrides,
}: Pick<PaymentPackage, 'catalogConfiguration' | 'overrides'>): EffectiveConfiguration => ({
  effectiveDebitMode: overrides.effectiveDebitMode ?? catalog.defaultDebitMode,
  effectiveFileRejectionMode:
    overrides.effectiveFileRejectionMode ?? catalog.defaultFileRejectionMode,
  autoApprovalEnabled: overrides.autoApprovalEnabled ?? catalog.autoApprovalEnabled,
  bulkApprovalEnabled: overrides.bulkApprovalEnabled ?? catalog.bulkApprovalEnabled,
  maskConfidentialDetails: overrides.maskConfidentialDetails ?? catalog.maskConfidentialDetails,
  maxPaymentsPerBatch: overrides.maxPaymentsPerBatch ?? catalog.maxPaymentsPerBatch,
  allowedPaymentMethods: bothAllow(
    catalog.allowedPaymentMethods,
    overrides.allowedPaymentMethods ?? catalog.allowedPaymentMethods,
  ),
  defaultPaymentMethodCode: overrides.defaultPaymentMethodCode ?? catalog.defaultPaymentMethodCode,
  defaultDebitAccountId: overrides.defaultDebitAccountId ?? catalog.defaultDebitAccountId,
});
