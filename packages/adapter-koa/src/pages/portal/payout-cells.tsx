import type { TransactionObject } from '@hundi/core';

/** Whom a payout in a table goes to. */
export const PayeeCell = ({ beneficiary }: Pick<TransactionObject, 'beneficiary'>) => (
  <td>
    <bdi>{beneficiary?.name}</bdi>
    <span class="sub number">
      {beneficiary?.accountNumber} {beneficiary?.ifsc}
    </span>
  </td>
);

/** By which package, method and account a payout in a table is paid. */
export const PackageCell = ({
  packageCode,
  paymentMethod,
  debitAccount,
}: Pick<TransactionObject, 'packageCode' | 'paymentMethod' | 'debitAccount'>) => (
  <td>
    {packageCode}
    <span class="sub">
      {paymentMethod} {debitAccount?.accountNumber}
    </span>
  </td>
);
