/** Behind a sign or none: grouped as in India, in thousands, or not at all, with up to two decimals. */
const RUPEES =
  /^(?:(?:₹|Rs\.?)[ \u00a0]?)?(\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/i;

/** More than the sum of any batch takes. */
const LENGTH_MAX = 40;

/** How an amount in rupees is written, for those who wrote it otherwise. */
export const RUPEES_AS = 'rupees with at most two decimals, as 100000, 100000.00 or 1,00,000.00';

/** The paise of an amount in rupees, exactly; undefined where the text is none. */
export const paiseIn = (text: string): bigint | undefined => {
  const written = text.trim();
  const [, whole, part = ''] = (written.length <= LENGTH_MAX && RUPEES.exec(written)) || [];
  return whole === undefined
    ? undefined
    : BigInt(whole.replaceAll(',', '')) * 100n + BigInt(part.padEnd(2, '0'));
};
