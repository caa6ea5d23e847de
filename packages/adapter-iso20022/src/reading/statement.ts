import type { Amount } from '../amount.js';
import type { BankReferences, OrderReferences, Reason } from './status-answer.js';

/** Which page of a statement, or of a message, this is. */
export interface Page {
  readonly number: number;
  readonly isLast: boolean;
}

export type Side = 'credit' | 'debit';

export interface Balance {
  /** `OPBD`, `CLBD`, `PRCD`, `ITBD` or a code of the bank's own. */
  readonly type: string;
  readonly amount: Amount;
  readonly side: Side;
  readonly date?: string;
}

/** What a `camt.053` or `camt.054` says of an account before its entries: a statement, a page of one, or notifications. */
export interface StatementHead {
  /** The id of the bank's message. */
  readonly messageId: string;
  readonly statementId: string;
  readonly accountNumber: string;
  readonly currency?: string;
  readonly page?: Page;
  /** The page of the message in which it stands, where the bank sends one message in several files. */
  readonly messagePage?: Page;
  /** The number of the statement in the bank's own counting. */
  readonly sequenceNumber?: string;
  readonly createdAt?: string;
  readonly from?: string;
  readonly to?: string;
  /** The bank sent it before, or somebody else got it. */
  readonly copy?: string;
  readonly balances: ReadonlyArray<Balance>;
}

/** One payment of an entry. */
export interface EntryTransaction {
  readonly of: OrderReferences;
  readonly references: BankReferences;
  readonly amount?: Amount;
  readonly side?: Side;
  /** What it says that its entry has in charges, in paise: those debited less those credited. */
  readonly charges?: number;
  readonly codes?: ReadonlyArray<string>;
  /** Money that came back, and why. */
  readonly returned?: Reason;
  readonly remittance: ReadonlyArray<string>;
  /** The references by which the payer named what is paid (`CdtrRefInf`). */
  readonly creditorReferences: ReadonlyArray<string>;
  readonly note?: string;
}

/** A line of a statement. One debit may be a whole group of orders. */
export interface StatementEntry {
  readonly reference?: string;
  readonly amount: Amount;
  readonly side: Side;
  /** Charges in the amount, in paise: those debited less those credited. */
  readonly charges?: number;
  readonly isReversal: boolean;
  /** `BOOK`, `PDNG`, `INFO`, or a code of the bank's own. */
  readonly status: string;
  readonly bookedOn?: string;
  readonly valueOn?: string;
  readonly bankReference?: string;
  /** `PMNT/ICDT/DMCT`, and the bank's own code. */
  readonly codes?: ReadonlyArray<string>;
  /** The group that it books together, where the bank names it. */
  readonly group?: {
    readonly messageId?: string;
    readonly paymentInformationId?: string;
    readonly count?: number;
  };
  /** Only with the last part of the entry. */
  readonly note?: string;
}

/** The beginning of a statement. */
export interface StatementPart {
  readonly kind: 'statement';
  readonly statement: StatementHead;
}

/** An entry, or a part of it: an entry of many payments comes in several parts. */
export interface EntryPart {
  readonly kind: 'entry';
  readonly statement: StatementHead;
  readonly entry: StatementEntry;
  /** None where the bank does not list the payments of the entry. */
  readonly transactions: ReadonlyArray<EntryTransaction>;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}
