import type { EpochMs, StatusDetails } from '@hundi/core';
import type { IncidentKind } from '@hundi/core/wire';
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

export type KnownAnswer = BankVerdict | BankAccepted;

/** A kind of report on an order that the engine has taken; `paid_otherwise` says paid with another UTR. */
export type Reported = KnownAnswer['kind'] | 'paid_otherwise';

/** An incident that the engine says it has raised about a file of the bank. */
export interface Complaint {
  readonly kind: IncidentKind;
  readonly corporateTenantId: string;
  readonly subjectId: string;
}

/** Where an order is at the bank. */
export interface BookedOrder {
  readonly order: BankOrder;
  state: 'accepted' | 'paid' | 'refused' | 'returned';
  /** When it came to be there. */
  since: EpochMs;
  /** The next state that the order reaches by itself, and when. */
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
  /** Every answer that left the bank about an order, in answers and reports. */
  readonly said: Map<string, Set<KnownAnswer['kind']>>;
  /** Orders about which the bank said something that is not true. */
  readonly liedAbout: Set<string>;
  /** The reports on an order that the engine took. */
  readonly reported: Map<string, Set<Reported>>;
  /** What was wrong with the files of the bank, as far as the engine took it. */
  complaints: ReadonlyArray<Complaint>;
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
  reported: new Map(),
  complaints: [],
  reports: 0,
});

const REFUSED: StatusDetails = {
  code: 'beneficiary_account_invalid',
  source: 'beneficiary_bank',
  message: 'No such account.',
  retryable: false,
  nextAction: 'fix_beneficiary',
};

/** The bank's answer about an order in a state. */
export const answerFor = (bankRef: string, state: BookedOrder['state']): KnownAnswer => {
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
export const say = ({ said }: Books, bankRef: string, answer: KnownAnswer): KnownAnswer => {
  const before = said.get(bankRef);
  if (before === undefined) said.set(bankRef, new Set([answer.kind]));
  else before.add(answer.kind);
  return answer;
};

/** Returns a function that forgets what the engine takes of the bank from now on, and false reports in flight. */
export const rememberReported = (books: Books): (() => void) => {
  const { reported, complaints } = books;
  const kept = [...reported].map(([ref, kinds]) => [ref, new Set(kinds)] as const);
  return () => {
    reported.clear();
    for (const [ref, kinds] of kept) reported.set(ref, kinds);
    books.complaints = complaints;
    // The outcome that they deny is no longer decided, and the bank's first report is believed.
    books.letters = books.letters.filter(({ report }) => !isLie(report));
  };
};

/** The bank's answer about a paid order, with a UTR that is not the order's. */
export const paidOtherwise = (bankRef: string): BankVerdict => ({
  kind: 'paid',
  utr: `V${bankRef.slice(-12)}`,
  bankReference: `B${bankRef.slice(-12)}`,
});

/** The engine has taken a report of an order. */
export const noteReport = (
  { reported }: Books,
  { bankRef, verdict }: Pick<BankReport, 'bankRef' | 'verdict'>,
): void => {
  const isOther = verdict.kind === 'paid' && verdict.utr.startsWith('V');
  const kind = isOther ? 'paid_otherwise' : verdict.kind;
  const before = reported.get(bankRef);
  if (before === undefined) reported.set(bankRef, new Set([kind]));
  else before.add(kind);
};
