/** Hides an account number but for its last four digits (decisions §6). */
export const maskAccount = (accountNumber: string): string => `XXXXXX${accountNumber.slice(-4)}`;
