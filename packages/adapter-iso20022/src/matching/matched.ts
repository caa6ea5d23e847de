import type { BankReport } from '@hundi/core/rail';
import type { EntryTransaction, StatementEntry, StatementHead } from '../reading/statement.js';
import type { StatusAnswer } from '../reading/status-answer.js';
import type { NotFound, SentOrder } from './sent-orders.js';
import type { UnbalancedStatement } from './statement-balances.js';
import type { PagedStatement } from './statement-pages.js';

/** Why a word of the bank became no report. */
export type Mismatch =
  | NotFound
  /** The bank names an order of another amount, or in another currency, or in an entry of its own that moved another amount. */
  | 'amount_differs'
  /** The bank names an order in a statement of another account than the one that it is paid from. */
  | 'account_differs'
  /** The bank counts, or sums up, another message or group than the one that was sent, or an entry is not the sum of its payments. */
  | 'totals_differ'
  /** The bank says that an order is paid, and gives no UTR. */
  | 'no_utr'
  /** A status that the guide does not explain, or none at all. */
  | 'unknown_status'
  /** Money came in with the reference of an order, and nothing says that it is that order's money. */
  | 'not_a_return'
  /** An entry says debit and its payment credit, or the other way round, and nothing says that money came back. */
  | 'side_differs'
  /** The entries of a statement do not lead from its opening balance to its closing one. */
  | 'balances_differ'
  /** A statement has come without some of its pages. */
  | 'pages_missing'
  /** A page of a statement has come again, with other bytes. */
  | 'page_repeated'
  /** The bank took back an entry that it had made: a person must look. */
  | 'reversed_credit';

/** A word of the bank that became no report: what the bank said, and the order that it seems to be about. */
export interface Unmatched {
  readonly reason: Mismatch;
  readonly said:
    | StatusAnswer
    | {
        readonly statement: StatementHead;
        readonly entry: StatementEntry;
        readonly transaction?: EntryTransaction;
      }
    | UnbalancedStatement
    | PagedStatement;
  readonly order?: SentOrder;
}

/** What the engine is told, and what a person is told. */
export interface Matched {
  readonly reports: ReadonlyArray<BankReport>;
  readonly unmatched: ReadonlyArray<Unmatched>;
}
