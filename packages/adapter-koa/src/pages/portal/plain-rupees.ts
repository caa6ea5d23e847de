/** An amount of paise in a file: whole rupees and paise with a point, as spreadsheets add them up. */
export const plainRupees = (paise: number): string => {
  const digits = String(paise).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
