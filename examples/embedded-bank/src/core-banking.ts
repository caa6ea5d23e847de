/** One entry of the bank's ledger. */
interface LedgerEntry {
  readonly orderNumber: string;
  readonly from: string;
  readonly to: string;
  /** Paise. */
  readonly amount: number;
}

export type Posting = 'posted' | 'insufficient_funds' | 'account_frozen';

/** The system that the bank had before it embedded the engine: its accounts and its ledger. */
export interface CoreBanking {
  /** Moves money, once per order number. @throws when the line to the mainframe breaks, before or after it did. */
  readonly post: (entry: LedgerEntry) => Promise<Posting>;
  readonly find: (orderNumber: string) => Promise<LedgerEntry | undefined>;
  readonly balance: (accountNumber: string) => number;
  readonly ledger: () => ReadonlyArray<LedgerEntry>;
  /** A note that is kept with the ledger, for the process that posts to it. */
  readonly notes: Map<string, string>;
  readonly freeze: (accountNumber: string) => void;
  /** The next posting is booked, and the line breaks before the answer is back. */
  readonly breakLine: () => void;
}

export const coreBanking = (opening: ReadonlyMap<string, number>): CoreBanking => {
  const balances = new Map(opening);
  const entries = new Map<string, LedgerEntry>();
  const frozen = new Set<string>();
  let lineBreaks = false;

  const move = (entry: LedgerEntry): Posting => {
    if (entries.has(entry.orderNumber)) return 'posted';
    const balance = balances.get(entry.from) ?? 0;
    if (frozen.has(entry.from)) return 'account_frozen';
    if (balance < entry.amount) return 'insufficient_funds';
    balances.set(entry.from, balance - entry.amount);
    balances.set(entry.to, (balances.get(entry.to) ?? 0) + entry.amount);
    entries.set(entry.orderNumber, entry);
    return 'posted';
  };

  return {
    post: (entry) => {
      const posting = move(entry);
      const broken = lineBreaks;
      lineBreaks = false;
      return broken ? Promise.reject(new Error('line broken')) : Promise.resolve(posting);
    },
    find: (orderNumber) => Promise.resolve(entries.get(orderNumber)),
    balance: (accountNumber) => balances.get(accountNumber) ?? 0,
    ledger: () => [...entries.values()],
    notes: new Map(),
    freeze: (accountNumber) => {
      frozen.add(accountNumber);
    },
    breakLine: () => {
      lineBreaks = true;
    },
  };
};
