import type { Beneficiary } from '../../model/beneficiary/payee/beneficiary.js';
import { E } from '../../kernel/fp.js';
import type { PackageFacts, RowFacts } from '../intake/rules/row-facts.js';
import { judgeRow } from '../intake/rules/row-rules.js';
import type { PaymentMethodCode, TransactionId } from '../../kernel/values/ids.js';
import { maskAccount } from '../../model/payout/masking.js';
import type { DebitAccount } from '../../model/tenancy/debit-account.js';
import type { Actor } from '../../model/tenancy/user.js';
import type {
  AccountOption,
  Choice,
  PackageOption,
} from '../../model/payout-checkout/session/choice.js';
import type { OpenSession } from '../../model/payout-checkout/session/payout-checkout.js';
import { orderFor } from './payout-order.js';

// A payout that is only judged has the id of none.
const NONE = '00000000-0000-7000-8000-000000000000' as TransactionId;

/** Whether intake would take the payout, paid so. */
type Fits = (account: DebitAccount, method: PaymentMethodCode) => boolean;

/**
 * The options of a maker, in the order of the payee's packages: all that no rule of intake rejects at this moment.
 * The remainder of daily limits and the reference are not checked.
 */
export const optionsFor = (
  session: OpenSession,
  maker: Actor,
  { packageCodes }: Pick<Beneficiary, 'packageCodes'>,
  facts: RowFacts,
): ReadonlyArray<PackageOption> =>
  packageCodes.flatMap((packageCode) => {
    const found = facts.packages.get(packageCode);
    if (found === undefined) return [];
    const made = { transactionId: NONE, at: facts.at };
    const debitAccounts = accountsOf(found, facts, (account, paymentMethodCode) => {
      const choice = { packageCode, paymentMethodCode };
      const order = orderFor({ session, maker, choice }, account, made);
      return E.isRight(judgeRow({ order, holdsReference: true }, facts));
    });
    return debitAccounts.length === 0
      ? []
      : [{ packageCode, name: found.package.name, debitAccounts }];
  });

const accountsOf = (
  { accounts, limits, configuration }: PackageFacts,
  { debitAccountsById }: RowFacts,
  fits: Fits,
): ReadonlyArray<AccountOption> => {
  const options = [...accounts.keys()].flatMap((debitAccountId) => {
    const account = debitAccountsById.get(debitAccountId);
    if (account === undefined) return [];
    const methods = [...limits.keys()].filter((method) => fits(account, method));
    if (methods.length === 0) return [];
    const usual = configuration.defaultPaymentMethodCode;
    const option = {
      debitAccountId,
      accountName: account.accountName,
      accountNumber: maskAccount(account.accountNumber),
      methods: marked(methods, usual).map(([paymentMethodCode, isDefault]) => ({
        paymentMethodCode,
        isDefault,
      })),
    };
    return [option];
  });
  const ids = options.map(({ debitAccountId }) => debitAccountId);
  const defaults = new Map(marked(ids, configuration.defaultDebitAccountId));
  return options.map((option) => ({
    ...option,
    isDefault: defaults.get(option.debitAccountId) === true,
  }));
};

/** Each with whether it is the default: the first, where the usual one is not among them. */
const marked = <A>(
  all: ReadonlyArray<A>,
  usual: A | null,
): ReadonlyArray<readonly [A, boolean]> => {
  const chosen = usual !== null && all.includes(usual) ? usual : all[0];
  return all.map((one) => [one, one === chosen]);
};

/** The defaults of the first package. */
export const defaultChoice = ([first]: ReadonlyArray<PackageOption>): Choice | undefined => {
  const account = first?.debitAccounts.find(({ isDefault }) => isDefault);
  const method = account?.methods.find(({ isDefault }) => isDefault);
  return first === undefined || account === undefined || method === undefined
    ? undefined
    : {
        packageCode: first.packageCode,
        debitAccountId: account.debitAccountId,
        paymentMethodCode: method.paymentMethodCode,
      };
};
