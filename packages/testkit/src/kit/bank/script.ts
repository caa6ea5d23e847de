import type { BankOrder } from '@hundi/core/rail';
import type { OpenBooks } from './bank-books.js';

/** The outcomes that the sandbox bank can be told to have for an order. */
export const SCRIPTED_KINDS = [
  'paid',
  'refused',
  'unknown',
  'lost',
  'late',
  'returned',
  'reported',
] as const;
export type ScriptedKind = (typeof SCRIPTED_KINDS)[number];

/**
 * What the bank does with one order. `paid`: at once. `refused`: with a code. `unknown`: paid, and the answer is lost.
 * `lost`: the order never arrives. `late`: accepted, and paid later. `returned`: paid, and returned later. `reported`:
 * paid, and the bank reports it three times. Plain JSON.
 */
export type ScriptedOutcome =
  | { readonly kind: Exclude<ScriptedKind, 'refused' | 'late' | 'returned'> }
  | {
      readonly kind: 'refused';
      /** Default: `beneficiary_account_invalid`. */
      readonly code?: string;
      readonly message?: string;
      /** Whether the same order may succeed later. */
      readonly retryable?: boolean;
    }
  | {
      readonly kind: 'late' | 'returned';
      /** Seconds until the order is paid, or comes back. Default: an hour. */
      readonly afterSeconds?: number;
    };

/** The outcomes of the next orders under a reference, in order; each is used once. */
export interface BankScript {
  /** The narration of an order, which is the client's reference where the payout has no remark, or its transaction id. */
  readonly reference: string;
  readonly outcomes: ReadonlyArray<ScriptedOutcome>;
}

/** Scripts while orders are worked through: each outcome goes to one order. */
export interface OpenScripts {
  /** Uses up the next outcome for an order; undefined where none is scripted. */
  readonly next: (order: BankOrder) => ScriptedOutcome | undefined;
  readonly write: () => Promise<void>;
}

const NOTHING_SCRIPTED: OpenScripts = {
  next: () => undefined,
  write: () => Promise.resolve(),
};

/** Reads what is scripted for these orders. */
export const openScripts = async (
  books: OpenBooks,
  orders: ReadonlyArray<BankOrder>,
): Promise<OpenScripts> => {
  const scripts = await books.scriptsOf(orders.flatMap(referencesOf));
  if (scripts.length === 0) return NOTHING_SCRIPTED;
  const left = new Map(scripts.map(({ reference, outcomes }) => [reference, [...outcomes]]));
  const used = new Set<string>();
  return {
    next: (order) => {
      const reference = referencesOf(order).find((one) => (left.get(one)?.length ?? 0) > 0);
      if (reference === undefined) return undefined;
      used.add(reference);
      return left.get(reference)?.shift();
    },
    write: () =>
      books.putScripts(
        [...used].map((reference) => ({ reference, outcomes: left.get(reference) ?? [] })),
      ),
  };
};

const referencesOf = ({ transactionId, narration }: BankOrder): ReadonlyArray<string> => [
  transactionId,
  narration,
];
