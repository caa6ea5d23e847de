import type { AccountOption, PackageOption, PayoutCheckoutView } from '@hundi/core';

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

/** One select: its lines, and which of them is picked. */
export interface Select {
  readonly lines: ReadonlyArray<Line>;
  readonly picked: string;
}

/** The three selects. Each lists only options that fit the choice in the one before. */
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
  return {
    packages: { lines: packages.map(packageLine), picked: one.packageCode },
    accounts: { lines: one.debitAccounts.map(accountLine), picked: account.debitAccountId },
    methods: {
      lines: account.methods.map(methodLine),
      picked: method.paymentMethodCode,
    },
  };
};
