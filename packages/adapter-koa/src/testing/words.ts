/** What a Hindi text may have in Latin letters: names and terms that banks in India write so. */
const TERMS = new Set(
  [
    'OTP QR IFSC LEI SUPP UTR API URL CSV XLSX NEFT RTGS IMPS UPI CVC MM YY MiB UTF JSON Hundi English',
    'Visa Mastercard RuPay American Express',
    // Values, and names of fields, settings and commands, which people type as they stand.
    'https asha example com accounts vendor employee payments transaction paid settings approve edit',
    'checker head admin amount amountRupees beneId beneficiaryId transactionReference TOTAL SHARMA hundi shop',
  ].flatMap((line) => line.split(' ')),
);

/** The Latin words of a Hindi text that are neither terms nor in backquotes. */
export const englishIn = (text: string): ReadonlyArray<string> =>
  (text.replaceAll(/`[^`]*`/g, '').match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !TERMS.has(word));
