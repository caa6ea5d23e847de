import type { BankDirectory } from '@hundi/core';

const BANKS: Readonly<Record<string, string>> = {
  DEMO: 'Demo Bank',
  HDFC: 'HDFC Bank',
  ICIC: 'ICICI Bank',
  KKBK: 'Kotak Mahindra Bank',
  PUNB: 'Punjab National Bank',
  SBIN: 'State Bank of India',
  UTIB: 'Axis Bank',
  YESB: 'Yes Bank',
};

/** Knows a handful of Indian banks by the first four letters of an IFSC. */
export const bankDirectory = (): BankDirectory => ({
  bankName: (ifsc) => BANKS[ifsc.slice(0, 4)] ?? '',
});
