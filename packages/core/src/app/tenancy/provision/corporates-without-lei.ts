import type { CorporateTenantId, PaymentMethodCode } from '../../../kernel/values/ids.js';
import { leiThresholdsOf } from '../../../model/tenancy/lei-thresholds.js';
import { configurationOf, type PackagePart } from './package-configuration.js';
import type { CorporatePart, ProvisionDocument } from './provision-document.js';

/** The methods by which a package permits payments that need both LEIs. */
const methodsWithLei = (
  part: PackagePart,
  thresholds: ReadonlyMap<PaymentMethodCode, number>,
): ReadonlySet<PaymentMethodCode> =>
  new Set(
    configurationOf(part)
      .allowedPaymentMethods.filter(
        ({ paymentMethodCode, maximumAmount }) =>
          (maximumAmount ?? Number.MAX_SAFE_INTEGER) >=
          (thresholds.get(paymentMethodCode) ?? Infinity),
      )
      .map(({ paymentMethodCode }) => paymentMethodCode),
  );

const lacksLei = (
  { lei, debitAccounts = [], packages = [] }: CorporatePart,
  thresholds: ReadonlyMap<PaymentMethodCode, number>,
): boolean => {
  if (lei !== undefined) return false;
  const known = new Set(
    debitAccounts.filter((one) => one.lei !== undefined).map((one) => one.debitAccountId),
  );
  return packages.some((one) => {
    const methods = methodsWithLei(one, thresholds);
    return one.catalogConfiguration.debitAccounts.some(
      ({ debitAccountId, allowedPaymentMethodCodes }) =>
        !known.has(debitAccountId) && allowedPaymentMethodCodes.some((code) => methods.has(code)),
    );
  });
};

/**
 * The corporates of a document whose packages permit payments that need the payer's LEI, from an account for which the
 * document has none: such payments will be rejected as `lei_missing`.
 */
export const corporatesWithoutLei = ({
  bankTenants,
}: ProvisionDocument): ReadonlyArray<CorporateTenantId> =>
  bankTenants.flatMap((bank) => {
    const thresholds = leiThresholdsOf(bank);
    return bank.corporates
      .filter((corporate) => lacksLei(corporate, thresholds))
      .map(({ corporateTenantId }) => corporateTenantId);
  });
