import type { EpochMs, StatusDetails } from '@hundi/core';
import type { BankAccepted, BankOrder, BankReport, BankVerdict } from '@hundi/core/rail';

/** Money that moved, as the bank wrote it down. */
export interface Execution {
  readonly bankRef: string;
  readonly amount: number;
  readonly debitAccountNumber: string;
  readonly creditAccountNumber: string;
  readonly ifsc: string;
  readonly at: EpochMs;
}

export type BankWord = BankVerdict | BankAccepted;

/** Where an order is at the bank. */
export interface BookedOrder {
  readonly order: BankOrder;
  state: 'accepted' | 'paid' | 'refused' | 'returned';
  /** When it came to be there. */
  since: EpochMs;
  /** What it turns to by itself, and when. */
  turns?: { readonly at: EpochMs; readonly to: 'paid' | 'refused' | 'returned' };
}

/** An order that is still on its way to the bank. */
export interface OrderInFlight {
  readonly order: BankOrder;
  readonly arrivesAt: EpochMs;
}

/** A report that the bank wants to hand over, from a moment on. */
export interface Letter {
  readonly report: BankReport;
  readonly from: EpochMs;
}

/** The bank's own books: what it executed, and what it ever said. They are the oracle. */
export interface Books {
  readonly executions: Execution[];
  readonly orders: Map<string, BookedOrder>;
  inFlight: OrderInFlight[];
  letters: Letter[];
  /** Every word that left the bank about an order, in answers and reports. */
  readonly said: Map<string, Set<BankWord['kind']>>;
  /** Orders about which the bank said something that is not true. */
  readonly liedAbout: Set<string>;
  /** What the engine was told of an order in reports that it took. */
  readonly heard: Map<string, Set<BankWord['kind']>>;
  reports: number;
}

const LIE = 'lie-';

export const lieNo = (n: number): string => `${LIE}${String(n)}`;

const isLie = ({ reportId }: BankReport): boolean => reportId.startsWith(LIE);

export const emptyBooks = (): Books => ({
  executions: [],
  orders: new Map(),
  inFlight: [],
  letters: [],
  said: new Map(),
  liedAbout: new Set(),
  heard: new Map(),
  reports: 0,
});

const REFUSED: StatusDetails = {
  code: 'beneficiary_account_invalid',
  source: 'beneficiary_bank',
  message: 'No such account.',
  retryable: false,
  nextAction: 'fix_beneficiary',
};

/** What the bank says of an order that is in a state. */
export const wordFor = (bankRef: string, state: BookedOrder['state']): BankWord => {
  const money = { utr: `U${bankRef.slice(-12)}`, bankReference: `B${bankRef.slice(-12)}` };
  switch (state) {
    case 'accepted':
      return { kind: 'accepted' };
    case 'paid':
      return { kind: 'paid', ...money };
    case 'refused':
      return { kind: 'refused', details: REFUSED };
    case 'returned':
      return { kind: 'returned', ...money, message: 'The account is closed.' };
  }
};

/** The bank says something of an order, in an answer or a report. */
export const say = ({ said }: Books, bankRef: string, word: BankWord): BankWord => {
  const before = said.get(bankRef);
  if (before === undefined) said.set(bankRef, new Set([word.kind]));
  else before.add(word.kind);
  return word;
};

/** What it answers forgets what the engine took from now on, and the lies that are on their way to it. */
export const rememberHeard = (books: Books): (() => void) => {
  const { heard } = books;
  const kept = [...heard].map(([ref, words]) => [ref, new Set(words)] as const);
  return () => {
    heard.clear();
    for (const [ref, words] of kept) heard.set(ref, words);
    // What they deny is not settled any more, and what the bank says first is believed.
    books.letters = books.letters.filter(({ report }) => !isLie(report));
  };
};

/** The engine has taken a report of an order. */
export const hear = ({ heard }: Books, bankRef: string, word: BankWord): void => {
  const before = heard.get(bankRef);
  if (before === undefined) heard.set(bankRef, new Set([word.kind]));
  else before.add(word.kind);
};
