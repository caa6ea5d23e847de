import type { BankDirectory } from '@hundi/core';

const BANKS: ReadonlyMap<string, string> = new Map([
  ['BARB', 'Bank of Baroda'],
  ['CNRB', 'Canara Bank'],
  ['DEMO', 'Demo Bank'],
  ['HDFC', 'HDFC Bank'],
  ['ICIC', 'ICICI Bank'],
  ['IDFB', 'IDFC First Bank'],
  ['INDB', 'IndusInd Bank'],
  ['KKBK', 'Kotak Mahindra Bank'],
  ['PUNB', 'Punjab National Bank'],
  ['SBIN', 'State Bank of India'],
  ['UBIN', 'Union Bank of India'],
  ['UTIB', 'Axis Bank'],
  ['YESB', 'Yes Bank'],
]);

/** Knows the larger Indian banks by the first four letters of an IFSC. */
export const bankDirectory: BankDirectory = {
  bankName: (ifsc) => BANKS.get(ifsc.slice(0, 4).toUpperCase()) ?? '',
};
