import type { Tenant } from '../../kernel/values/tenant.js';
import type { AccountNumber } from '../../kernel/values/text.js';
import type { BeneficiaryStore } from '../../storage/beneficiary-store.js';
import {
  nameKey,
  pendingChangeOf,
  type Beneficiary,
  type PayeeValues,
} from '../../model/beneficiary/payee/beneficiary.js';
import { lookKey } from '../../model/beneficiary/payee/look-alike.js';

/** The values of a payee that wait for a checker: its own, or those of a change. */
const waitingIn = (payee: Beneficiary): PayeeValues | undefined =>
  payee.state === 'pending_approval' ? payee : pendingChangeOf(payee)?.values;

const numbersOf = ({ accounts }: PayeeValues): ReadonlyArray<AccountNumber> =>
  accounts.map(({ accountNumber }) => accountNumber);

/** The name in force, and the one that waits for a checker. */
const namesOf = (payee: Beneficiary): ReadonlyArray<string> => {
  const waiting = pendingChangeOf(payee)?.values.name;
  return waiting === undefined ? [payee.name] : [payee.name, waiting];
};

/**
 * For each payee that awaits a checker, or whose change does: the others of the corporate with an account of it, whose
 * names, or those that they are to get, look like its own. The roles of the checker do not matter: they know the name and the account.
 */
export const lookAlikesOf = async (
  { withAccounts }: Pick<BeneficiaryStore, 'withAccounts'>,
  tenant: Tenant,
  payees: ReadonlyArray<Beneficiary>,
): Promise<(payee: Beneficiary) => ReadonlyArray<Beneficiary>> => {
  const numbers = payees.flatMap((payee) => {
    const waiting = waitingIn(payee);
    return waiting === undefined ? [] : numbersOf(waiting);
  });
  const others = numbers.length === 0 ? [] : await withAccounts(tenant, numbers);
  const byLook = new Map<string, Beneficiary[]>();
  for (const other of others) {
    for (const look of new Set(namesOf(other).map(lookKey))) {
      const same = byLook.get(look);
      if (same === undefined) byLook.set(look, [other]);
      else same.push(other);
    }
  }
  return (payee) => {
    const waiting = waitingIn(payee);
    if (waiting === undefined) return [];
    const own = new Set(numbersOf(waiting));
    const [name, look] = [nameKey(waiting.name), lookKey(waiting.name)];
    const isAlike = (other: string): boolean => lookKey(other) === look && nameKey(other) !== name;
    return (byLook.get(look) ?? [])
      .filter(
        (other) =>
          other.beneficiaryId !== payee.beneficiaryId &&
          numbersOf(other).some((number) => own.has(number)) &&
          namesOf(other).some(isAlike),
      )
      .sort((a, b) => (a.beneficiaryId < b.beneficiaryId ? -1 : 1));
  };
};
