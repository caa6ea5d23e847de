/**
 * The same for every way in which a bank writes the number of one account: banks write zeros before it, and set it in
 * groups. Only for comparisons: people are shown what the bank wrote.
 */
export const accountKeyOf = (accountNumber: string): string =>
  accountNumber.replace(/[^0-9A-Za-z]/g, '').replace(/^0+/, '') || accountNumber;
