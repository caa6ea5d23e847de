import { invalid, type Issue } from '../../../kernel/codecs/decode.js';
import type { PackagePart } from './package-configuration.js';

/**
 * What a subscription may not say of a package: that it allows what the bank does not sell, or a default that is not
 * among what it allows (§2.4). Of amount bounds the stricter holds anyway.
 */
export const checkSubscription = (part: PackagePart, place: string): ReadonlyArray<Issue> => {
  const { catalogConfiguration: sold, effectiveConfiguration: own = {} } = part;
  const at = `${place}/effectiveConfiguration`;
  const only = (isLaxer: boolean, member: string, expected: string): ReadonlyArray<Issue> =>
    isLaxer ? [invalid(`${at}/${member}`, `expected ${expected}`)] : [];
  const strays = <A>(named: A | null | undefined, allowed: ReadonlyArray<A>): boolean =>
    named !== null && named !== undefined && !allowed.includes(named);

  const methodsOf = (limits: ReadonlyArray<{ readonly paymentMethodCode: string }>) =>
    limits.map(({ paymentMethodCode }) => paymentMethodCode);
  const soldMethods = methodsOf(sold.allowedPaymentMethods);
  const methods = methodsOf(own.allowedPaymentMethods ?? sold.allowedPaymentMethods);
  const usual = sold.defaultPaymentMethodCode;
  const dropsDefault =
    (own.defaultPaymentMethodCode ?? null) === null &&
    !strays<string>(usual, soldMethods) &&
    strays<string>(usual, methods);

  return [
    ...only(
      strays(own.effectiveDebitMode, sold.allowedDebitModes),
      'effectiveDebitMode',
      'one of allowedDebitModes of catalogConfiguration',
    ),
    ...only(
      strays(own.effectiveFileRejectionMode, sold.allowedFileRejectionModes),
      'effectiveFileRejectionMode',
      'one of allowedFileRejectionModes of catalogConfiguration',
    ),
    ...(['autoApprovalEnabled', 'bulkApprovalEnabled'] as const).flatMap((member) =>
      only(
        own[member] === true && !sold[member],
        member,
        `false, or none: ${member} of catalogConfiguration is false`,
      ),
    ),
    ...only(
      own.maskConfidentialDetails === false && sold.maskConfidentialDetails,
      'maskConfidentialDetails',
      'true, or none: maskConfidentialDetails of catalogConfiguration is true',
    ),
    ...only(
      (own.maxPaymentsPerBatch ?? 0) > sold.maxPaymentsPerBatch,
      'maxPaymentsPerBatch',
      'at most maxPaymentsPerBatch of catalogConfiguration',
    ),
    ...(own.allowedPaymentMethods ?? []).flatMap(({ paymentMethodCode: code }, i) =>
      only(
        !soldMethods.includes(code),
        `allowedPaymentMethods/${String(i)}/paymentMethodCode`,
        'one of allowedPaymentMethods of catalogConfiguration',
      ),
    ),
    ...only(
      strays<string>(own.defaultPaymentMethodCode, methods),
      'defaultPaymentMethodCode',
      'one of the allowedPaymentMethods',
    ),
    ...only(
      dropsDefault,
      'allowedPaymentMethods',
      'the default method of catalogConfiguration among them, or another as defaultPaymentMethodCode',
    ),
    ...only(
      strays(
        own.defaultDebitAccountId,
        sold.debitAccounts.map(({ debitAccountId }) => debitAccountId),
      ),
      'defaultDebitAccountId',
      "one of the package's debitAccounts",
    ),
  ];
};
