import type { TransactionObject } from '@hundi/core';

/** More than most names have. */
const LETTERS_SHOWN = 48;

/** Half of a letter of two units, which a cut leaves. */
const HALF = /[\ud800-\udbff]$/;

/** A name in a table. Of a long one the beginning is shown: all of it stands on the page that the row leads to. */
export const NameIn = ({ name = '' }: { readonly name?: string | undefined }) => (
  <bdi>
    {name.length > LETTERS_SHOWN ? `${name.slice(0, LETTERS_SHOWN - 1).replace(HALF, '')}…` : name}
  </bdi>
);

/** Whom a payout in a table goes to. */
export const PayeeCell = ({ beneficiary }: Pick<TransactionObject, 'beneficiary'>) => (
  <td>
    <NameIn name={beneficiary?.name} />
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
