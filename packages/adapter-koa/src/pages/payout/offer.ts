import type { AccountOption, PackageOption, PayoutCheckoutView } from '@hundi/core/wire';

/** The maker's choice so far, as a form sent it, not validated. */
export interface Picked {
  readonly packageCode?: string | undefined;
  readonly debitAccountId?: string | undefined;
  readonly paymentMethodCode?: string | undefined;
}

/** One line of a select. */
export interface Line {
  readonly value: string;
  readonly text: string;
}

/** One choice: its lines, and which of them is picked. */
export interface Select {
  readonly lines: ReadonlyArray<Line>;
  readonly picked: string;
  /** Whether its line stays the same whatever else is picked: the page shows it as text. */
  readonly fixed: boolean;
}

/** The three choices. Each lists only options that fit the choice in the one before. */
export interface Offer {
  readonly packages: Select;
  readonly accounts: Select;
  readonly methods: Select;
}

const pick = <A extends object>(
  options: ReadonlyArray<A>,
  isWanted: (option: A) => boolean,
): A | undefined =>
  options.find(isWanted) ??
  options.find((option) => 'isDefault' in option && option.isDefault) ??
  options[0];

export const packageLine = ({ packageCode, name }: PackageOption): Line => ({
  value: packageCode,
  text: name,
});

/** The digits first: a narrow select cuts its end off, and they distinguish two accounts. */
export const accountLine = ({
  debitAccountId,
  accountName,
  accountNumber,
}: AccountOption): Line => ({
  value: debitAccountId,
  text: `${accountNumber} · ${accountName}`,
});

export const methodLine = ({ paymentMethodCode }: AccountOption['methods'][number]): Line => ({
  value: paymentMethodCode,
  text: paymentMethodCode,
});

const selectOf = (
  lines: ReadonlyArray<Line>,
  picked: string,
  everywhere: ReadonlyArray<string>,
): Select => ({ lines, picked, fixed: new Set(everywhere).size === 1 });

/** The options to show; undefined when there is nothing to pick from. */
export const offerOf = (
  { packages, chosen }: Pick<PayoutCheckoutView, 'packages' | 'chosen'>,
  picked: Picked = {},
): Offer | undefined => {
  const wanted = { ...chosen, ...picked };
  const one = pick(packages, ({ packageCode }) => packageCode === wanted.packageCode);
  const account = pick(
    one?.debitAccounts ?? [],
    ({ debitAccountId }) => debitAccountId === wanted.debitAccountId,
  );
  const method = pick(
    account?.methods ?? [],
    ({ paymentMethodCode }) => paymentMethodCode === wanted.paymentMethodCode,
  );
  if (one === undefined || account === undefined || method === undefined) return undefined;
  const accounts = packages.flatMap(({ debitAccounts }) => debitAccounts);
  const methods = accounts.flatMap((option) => option.methods);
  return {
    packages: selectOf(
      packages.map(packageLine),
      one.packageCode,
      packages.map(({ packageCode }) => packageCode),
    ),
    accounts: selectOf(
      one.debitAccounts.map(accountLine),
      account.debitAccountId,
      accounts.map(({ debitAccountId }) => debitAccountId),
    ),
    methods: selectOf(
      account.methods.map(methodLine),
      method.paymentMethodCode,
      methods.map(({ paymentMethodCode }) => paymentMethodCode),
    ),
  };
};
