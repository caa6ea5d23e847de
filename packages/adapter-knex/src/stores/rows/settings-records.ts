import {
  BankTenant,
  Corporate,
  DebitAccount,
  PaymentPackage,
  Role,
  User,
} from '@hundi/core/storage';
import { decodedOnce } from './decoded-once.js';

/** Records of settings that payouts and pages are checked against, each from its text. */
export const bankOf = decodedOnce(BankTenant);
export const corporateOf = decodedOnce(Corporate);
export const debitAccountOf = decodedOnce(DebitAccount);
export const packageOf = decodedOnce(PaymentPackage);
export const roleOf = decodedOnce(Role);
export const userOf = decodedOnce(User);
