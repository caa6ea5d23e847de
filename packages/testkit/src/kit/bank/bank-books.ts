import type { EpochMs, StatusDetails } from '@hundi/core';
import type { BankOrder, BankReport } from '@hundi/core/rail';
import type { BankScript, ScriptedOutcome } from './script.js';

/**
 * Where an order is in the books. `lost`: it never arrived, and a query answers that it is absent.
 * The money of an `accepted` or `paid` order is off its account; that of a `refused`, `returned` or `lost`
 * one is on it.
 */
export type OrderState = 'lost' | 'accepted' | 'paid' | 'refused' | 'returned';

/** The members of an order that books do not keep: the bank makes nothing of them. */
type Unkept = 'traceparent' | 'corporateTenantId' | 'endToEndId' | 'jobId' | 'group';

/** Orders that were booked before orders had these members are without them. */
type Later = 'debtor' | 'creditorLei' | 'purpose' | 'executionDate' | 'reference';

/** One order as the bank's books have it. Plain JSON: an implementation may keep it as text. */
export interface BookedOrder
  extends Omit<BankOrder, Unkept | Later>, Partial<Pick<BankOrder, Later>> {
  readonly state: OrderState;
  readonly bookedAt: EpochMs;
  /** How many times its money left. More than once only in a bank that does not deduplicate. */
  readonly executions: number;
  /** Present from the moment the money arrived. */
  readonly executedAt?: EpochMs;
  /** Present from the moment the money came back. */
  readonly returnedAt?: EpochMs;
  readonly utr?: string;
  readonly refusal?: StatusDetails;
  /** The state that the order turns to by itself, and when. */
  readonly turns?: { readonly at: EpochMs; readonly to: OrderState };
  /** The outcome that a script chose for it. */
  readonly scripted?: ScriptedOutcome;
  /** The group that it came in. Its debit is part of the group's; what is refused of it, or returned, is credited by itself. */
  readonly groupRef?: string;
}

/** An account and what is on it, in paise. */
export interface BankAccount {
  readonly accountNumber: string;
  readonly balance: number;
}

/** A report that the bank will send at a moment, so many times. Named by its `reportId`. */
export interface PlannedReport {
  readonly report: BankReport;
  readonly at: EpochMs;
  readonly copies: number;
}

export interface OrderFilter {
  readonly bankRef?: string;
  readonly debitAccountNumber?: string;
}

/** The books while they are open. Every method is set-based: a call carries a thousand orders. */
export interface OpenBooks {
  /** Those of the orders that are booked, in no order. */
  readonly ordersOf: (bankRefs: ReadonlyArray<string>) => Promise<ReadonlyArray<BookedOrder>>;
  /** Every booked order that fits the filter, by `bankRef`. */
  readonly listOrders: (filter: OrderFilter) => Promise<ReadonlyArray<BookedOrder>>;
  /** Orders that turn at `now` or turned before, by that moment and then `bankRef`. */
  readonly turning: (now: EpochMs) => Promise<ReadonlyArray<BookedOrder>>;
  /** Adds, or overwrites by `bankRef`. Within one call no `bankRef` comes twice. */
  readonly putOrders: (orders: ReadonlyArray<BookedOrder>) => Promise<void>;

  /** Those of the accounts that exist, in no order. */
  readonly accounts: (accountNumbers: ReadonlyArray<string>) => Promise<ReadonlyArray<BankAccount>>;
  /** Adds, or overwrites by `accountNumber`. */
  readonly putAccounts: (accounts: ReadonlyArray<BankAccount>) => Promise<void>;

  /** Those of the references that have a script, in no order. */
  readonly scriptsOf: (references: ReadonlyArray<string>) => Promise<ReadonlyArray<BankScript>>;
  /** Adds, or overwrites by `reference`; one without outcomes is removed. */
  readonly putScripts: (scripts: ReadonlyArray<BankScript>) => Promise<void>;

  /** Reports planned for `now` or before, by that moment and then `reportId`. */
  readonly reportsDue: (now: EpochMs) => Promise<ReadonlyArray<PlannedReport>>;
  /** Adds, or overwrites by `reportId`. */
  readonly planReports: (reports: ReadonlyArray<PlannedReport>) => Promise<void>;
  readonly dropReports: (reportIds: ReadonlyArray<string>) => Promise<void>;

  /** The earliest moment at which an order turns or a report is planned; undefined when there is none. */
  readonly nextDue: () => Promise<EpochMs | undefined>;
}

/** The books of a sandbox bank: its orders, its customers' balances, and its future reports. */
export interface BankBooks {
  /**
   * Opens the books for `work` alone until it is done; two never overlap, even in different processes. All of its
   * writes are kept together, or, when it rejects, none.
   */
  readonly open: <A>(work: (books: OpenBooks) => Promise<A>) => Promise<A>;
}
