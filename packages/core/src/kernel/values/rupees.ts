const THOUSANDS = 3;

/** Whole rupees with commas as they are written in India: the last three digits, then pairs. */
const grouped = (rupees: string): string => {
  const pairs = rupees.slice(0, -THOUSANDS).replace(/\B(?=(\d{2})+$)/g, ',');
  return pairs === '' ? rupees : `${pairs},${rupees.slice(-THOUSANDS)}`;
};

/** An amount for people, of whole paise from 0 on: `₹12,34,567.89`. A sum may pass what a double holds. */
export const rupees = (paise: number | bigint): string => {
  const digits = String(paise).padStart(THOUSANDS, '0');
  return `₹${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
};
