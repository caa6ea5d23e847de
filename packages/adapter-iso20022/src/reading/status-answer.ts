import type { Amount } from '../amount.js';

/** Why the bank says what it says: a published or an own code, and words. */
export interface Reason {
  readonly code?: string;
  readonly texts: ReadonlyArray<string>;
}

/** The references of an order, as far as a message of the bank names them. */
export interface OrderReferences {
  readonly messageId?: string;
  readonly paymentInformationId?: string;
  readonly instructionId?: string;
  readonly endToEndId?: string;
}

/** The references that the bank gave, by the names of their elements, and those of its own types. */
export type BankReferences = Readonly<
  Partial<Record<'AcctSvcrRef' | 'AcctSvcrTxId' | 'ClrSysRef' | 'StsId' | 'TxId' | 'UETR', string>>
> & { readonly proprietary?: ReadonlyArray<{ readonly type: string; readonly reference: string }> };

/** What a `pain.002` says of a message, of a group, or of an order. */
export interface StatusAnswer {
  readonly kind: 'status';
  /** What it is about: it says nothing of orders, or groups, that the same message answers by themselves. */
  readonly level: 'message' | 'group' | 'order';
  /** The id of the bank's message. */
  readonly messageId: string;
  readonly of: OrderReferences;
  /** Of the order, else of its group, else of its message; left out where none has one. */
  readonly status?: string;
  readonly reasons: ReadonlyArray<Reason>;
  readonly references: BankReferences;
  readonly amount?: Amount;
  /** How many orders, and what sum in paise, the bank says that the message or the group had. */
  readonly count?: number;
  readonly sum?: number;
}
