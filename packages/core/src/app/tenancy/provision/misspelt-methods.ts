import { invalid, type Issue } from '../../../kernel/codecs/decode.js';
import { nearest } from '../../../kernel/codecs/nearest.js';
import type { ProvisionDocument } from './provision-document.js';

type Bank = ProvisionDocument['bankTenants'][number];

/**
 * Fees, windows and thresholds of a method that no package of the bank takes, where it misses one that a package takes
 * by a slip of the pen: they would hold for no payment.
 */
export const misspeltMethods = (
  { leiThresholds = [], corporates }: Bank,
  at: string,
): ReadonlyArray<Issue> => {
  const taken = methodsOf(corporates);
  const slips = (
    named: ReadonlyArray<{ readonly paymentMethodCode: string }>,
    place: string,
  ): ReadonlyArray<Issue> =>
    named.flatMap(({ paymentMethodCode: code }, i) => {
      const meant = taken.has(code) ? undefined : nearest(code, taken);
      const detail = `no package of this document takes it: did you mean ${meant ?? ''}?`;
      return meant === undefined
        ? []
        : [invalid(`${place}/${String(i)}/paymentMethodCode`, detail)];
    });
  return [
    ...slips(leiThresholds, `${at}/leiThresholds`),
    ...corporates.flatMap(({ debitAccounts = [], packages = [] }, c) => [
      ...debitAccounts.flatMap(({ cutOffs = [] }, a) =>
        slips(cutOffs, `${at}/corporates/${String(c)}/debitAccounts/${String(a)}/cutOffs`),
      ),
      ...packages.flatMap(({ fees = [] }, p) =>
        slips(fees, `${at}/corporates/${String(c)}/packages/${String(p)}/fees`),
      ),
    ]),
  ];
};

/** The methods that the packages of these corporates take, as the bank sells them or as a subscription changes them. */
const methodsOf = (corporates: Bank['corporates']): ReadonlySet<string> =>
  new Set(
    corporates
      .flatMap(({ packages = [] }) => packages)
      .flatMap(({ catalogConfiguration, effectiveConfiguration }) => [
        ...catalogConfiguration.allowedPaymentMethods,
        ...(effectiveConfiguration?.allowedPaymentMethods ?? []),
      ])
      .map(({ paymentMethodCode }) => paymentMethodCode),
  );
