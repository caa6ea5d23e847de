import { invalid, type Issue } from '../../../kernel/codecs/decode.js';
import type { ProvisionDocument } from './provision-document.js';

type Bank = ProvisionDocument['bankTenants'][number];
type Named = ReadonlyArray<{ readonly paymentMethodCode: string }>;

/**
 * Fees, windows and thresholds of a method that no package of the bank has, where it is one that a package has
 * but for letter case, or for two letters side by side that are swapped: `neft`, `NETF`. They would hold for no payment.
 * Codes that differ otherwise are methods of their own (`IMPS_P2A`, `IMPS_P2P`).
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
  const slips = (named: Named, place: string): ReadonlyArray<Issue> =>
    named.flatMap(({ paymentMethodCode: code }, i) => {
      const other = known.has(code) ? undefined : sold.find((one) => isSlip(code, one));
      const detail = `no package of the bank has it: did you mean ${other ?? ''}?`;
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
      ...packages.flatMap(({ fees = [] }, p) =>
        slips(fees, `${at}/corporates/${String(c)}/packages/${String(p)}/fees`),
      ),
    ]),
  ];
};

const SWAPPED = /[A-Z]{2}/;

const isSlip = (written: string, meant: string): boolean => {
  const [a, b] = [written.toUpperCase(), meant.toUpperCase()];
  const at = Array.from(a, (_, i) => i).find((i) => a[i] !== b[i]) ?? 0;
  const [first = '', second = ''] = a.slice(at, at + 2);
  const isSwap = SWAPPED.test(first + second);
  return a === b || (isSwap && a.slice(0, at) + second + first + a.slice(at + 2) === b);
};
