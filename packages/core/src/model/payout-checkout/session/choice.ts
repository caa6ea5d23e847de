import * as t from 'io-ts';
import { DebitAccountId, PackageCode, PaymentMethodCode } from '../../../kernel/values/ids.js';

/** The choice of a maker on the page: everything else is frozen (§4.12). */
export const Choice = t.strict(
  {
    packageCode: PackageCode,
    debitAccountId: DebitAccountId,
    paymentMethodCode: PaymentMethodCode,
  },
  'Choice',
);
export type Choice = t.TypeOf<typeof Choice>;

/** The control that a fault of a choice belongs next to. */
export type ChoiceField = keyof Choice;

/** A debit account that the package may be paid from, and by which methods. */
export interface AccountOption {
  readonly debitAccountId: DebitAccountId;
  readonly accountName: string;
  /** `XXXXXX` and the last four digits. */
  readonly accountNumber: string;
  readonly isDefault: boolean;
  readonly methods: ReadonlyArray<{
    readonly paymentMethodCode: PaymentMethodCode;
    readonly isDefault: boolean;
  }>;
}

/** A package that the payout may be made under. Each has a debit account, and each of those a method. */
export interface PackageOption {
  readonly packageCode: PackageCode;
  readonly name: string;
  readonly debitAccounts: ReadonlyArray<AccountOption>;
}
