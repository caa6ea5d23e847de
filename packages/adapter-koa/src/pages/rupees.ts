const INDIAN = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** An amount of paise as people in India write it: `₹12,34,567.80`. */
export const rupees = (paise: number): string => {
  // As a decimal, so that no amount passes through a fraction that floats cannot hold.
  const decimal = `${String(Math.trunc(paise / 100))}.${String(paise % 100).padStart(2, '0')}`;
  return INDIAN.format(decimal as Intl.StringNumericLiteral);
};
