import { invalid, type Issue } from '../../../kernel/codecs/decode.js';
import type { ProvisionDocument } from './provision-document.js';

type Bank = ProvisionDocument['bankTenants'][number];
type Named = ReadonlyArray<{ readonly paymentMethodCode: string }>;

/**
 * Limits, fees, windows and thresholds of a method that no package of the bank has, where it has the letters of one that
 * a package has, in another order or case: `NETF`, `neft`. They would hold for no payment. Codes that differ by a letter
 * are methods of their own (`IMPS_P2A`, `IMPS_P2P`).
 */
export const misspeltMethods = (
  { leiThresholds = [], corporates }: Bank,
  at: string,
): ReadonlyArray<Issue> => {
  const sold = corporates
    .flatMap(({ packages = [] }) => packages)
    .flatMap(({ catalogConfiguration }) => catalogConfiguration.allowedPaymentMethods)
    .map(({ paymentMethodCode }) => paymentMethodCode as string);
  const known = new Set(sold);
  const meant = new Map(sold.map((code) => [lettersOf(code), code]));
  const slips = (named: Named, place: string): ReadonlyArray<Issue> =>
    named.flatMap(({ paymentMethodCode: code }, i) => {
      const other = known.has(code) ? undefined : meant.get(lettersOf(code));
      const detail = `no package of this document has it: did you mean ${other ?? ''}?`;
      return other === undefined
        ? []
        : [invalid(`${place}/${String(i)}/paymentMethodCode`, detail)];
    });
  return [
    ...slips(leiThresholds, `${at}/leiThresholds`),
    ...corporates.flatMap(({ debitAccounts = [], packages = [] }, c) => [
      ...debitAccounts.flatMap(({ cutOffs = [] }, a) =>
        slips(cutOffs, `${at}/corporates/${String(c)}/debitAccounts/${String(a)}/cutOffs`),
      ),
      ...packages.flatMap(({ fees = [], effectiveConfiguration: own }, p) => {
        const part = `${at}/corporates/${String(c)}/packages/${String(p)}`;
        const limits = own?.allowedPaymentMethods ?? [];
        return [
          ...slips(fees, `${part}/fees`),
          ...slips(limits, `${part}/effectiveConfiguration/allowedPaymentMethods`),
        ];
      }),
    ]),
  ];
};

const lettersOf = (code: string): string => code.toUpperCase().split('').toSorted().join('');
