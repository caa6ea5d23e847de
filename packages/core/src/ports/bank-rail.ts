import type {
  BankTenantId,
  CorporateTenantId,
  JobId,
  TransactionId,
} from '../kernel/values/ids.js';
import type { Traceparent } from '../kernel/values/trace.js';
import type { Lei } from '../kernel/values/lei.js';
import type { StatusDetails } from '../kernel/values/status-details.js';
import { token } from '../kernel/token.js';

/** The party that pays, as the bank's provision document names it. */
export interface BankDebtor {
  /** The name of the corporate. */
  readonly name: string;
  /** The IFSC of the debit account. */
  readonly ifsc: string;
  /** The bank's own number of the customer. */
  readonly customerId?: string;
  /** Legal entity identifier (ISO 17442). */
  readonly lei?: Lei;
}

/**
 * One instruction to the bank: orders of one job, debit account, payer, method and day. The bank debits their sum at once,
 * answers for each order by itself, and credits back by itself the amount of each order that it refuses.
 */
export interface BankGroup {
  /** A pure function of the `bankRef`s in it: 33 capital letters and digits. Sent again, a group holds the same orders. */
  readonly groupRef: string;
  /** How many orders it has. One call of `submit` holds them all, one after the other. */
  readonly count: number;
  /** What they add up to, in paise: at most 2^53 − 1. */
  readonly sum: number;
}

/**
 * One order to move money. Two orders with the same `bankRef` are the same order. However often it is sent, every member but
 * `traceparent` stays the same.
 */
export interface BankOrder {
  readonly bankRef: string;
  readonly bankTenantId: BankTenantId;
  readonly transactionId: TransactionId;
  /** Paise. */
  readonly amount: number;
  readonly paymentMethod: string;
  readonly debitAccountNumber: string;
  readonly creditAccountNumber: string;
  readonly ifsc: string;
  readonly beneficiaryName: string;
  readonly narration: string;
  readonly corporateTenantId: CorporateTenantId;
  readonly debtor: BankDebtor;
  /** Legal entity identifier (ISO 17442) of the payee. */
  readonly creditorLei?: string;
  /** One of the purposes that the bank's provision document lists. */
  readonly purpose?: string;
  /** The day on which the bank is to execute the order, in its own time zone: `2026-11-27`. */
  readonly executionDate: string;
  /** The corporate's reference of the payout: `transactionReference`, 1 to 100 visible ASCII characters. */
  readonly reference: string;
  /**
   * What the bank passes on, unchanged, to the payee's bank: 33 capital letters and digits, and no other payout's. A return
   * that names nothing else finds its payout by it.
   */
  readonly endToEndId: string;
  /** The job that the payout came with. Absent for a payout of the hosted checkout. */
  readonly jobId?: JobId;
  /** The group that the order is part of. Only where the rail takes groups; an order without one is debited by itself. */
  readonly group?: BankGroup;
  /** W3C trace context that its batch was posted in, for the adapter to send on. No part of the order. */
  readonly traceparent?: Traceparent;
}

/** What is known of an order before its payout is accepted: all but what its first send settles. */
export type ProposedOrder = Omit<BankOrder, 'executionDate' | 'group' | 'traceparent'>;

/** Why a bank never takes an order. */
export interface NotTaken {
  /** What of the order it does not take. */
  readonly of: keyof ProposedOrder;
  /** Says it to whoever makes the payment: what is wrong, and how to write it so that the bank takes it. */
  readonly message: string;
}

/**
 * The references by which the bank is asked about an order. For an order that a restored database has not accepted
 * yet, the engine knows only these.
 */
export interface BankQuestion extends Pick<
  BankOrder,
  'bankRef' | 'bankTenantId' | 'transactionId' | 'amount' | 'traceparent'
> {
  /** The group that the order was sent in, where the rail takes groups. One call asks about all its orders still open. */
  readonly groupRef?: string;
}

/** The money has left and arrived. */
export interface BankPaid {
  readonly kind: 'paid';
  readonly utr: string;
  readonly bankReference: string;
}

/** A definite no: the bank did not and will not execute this order. */
export interface BankRefused {
  readonly kind: 'refused';
  readonly details: StatusDetails;
}

/** The money had arrived and came back. */
export interface BankReturned {
  readonly kind: 'returned';
  readonly utr: string;
  readonly bankReference: string;
  readonly message: string;
}

/**
 * The bank has the order and has not decided. From then on an {@link BankAbsent} of the order is never final, where the bank
 * does not deduplicate or has said so in a report: the engine does not send the order again.
 */
export interface BankAccepted {
  readonly kind: 'accepted';
}

/** The outcome is unknown: no answer, an unclear answer or a time-out. Never a reason to fail a payout. */
export interface BankUnknown {
  readonly kind: 'unknown';
}

/**
 * The bank has no such order. Final only as late as the rail declares (`absenceFinalAfterMs`). Of an order that the bank
 * has said it has, {@link BankAccepted} says when it is final.
 */
export interface BankAbsent {
  readonly kind: 'absent';
}

/** What became of an order in the end. */
export type BankVerdict = BankPaid | BankRefused | BankReturned;

/**
 * The order that an answer is about, where the bank says so. The engine compares it with the order that it asked
 * about: an answer about another order is nonsense, and moves nothing.
 */
export interface OfOrder {
  readonly bankRef?: string;
}
/** What the bank answers to an order that it is sent (decisions §8). */
export type SubmitAnswer = (BankVerdict | BankAccepted | BankUnknown) & OfOrder;
/** What the bank answers to a question about an order (decisions §8). */
export type QueryAnswer = SubmitAnswer | (BankAbsent & OfOrder);

/**
 * A report that the bank sends by itself. `reportId` is the bank's name for its message, which may speak of many orders:
 * it counts once for each order and each kind of verdict.
 */
export interface BankReport {
  readonly reportId: string;
  readonly bankRef: string;
  readonly verdict: BankVerdict | BankAccepted;
}

/** What a bank promises of its orders (decisions §8). */
export interface RailTraits {
  /** The bank executes one `bankRef` at most once, however often it is sent. */
  readonly deduplicates: boolean;
  readonly canQuery: boolean;
  /** From how long after a send an `absent` means never: only then may the same order be sent again. Null: never. */
  readonly absenceFinalAfterMs: number | null;
  /**
   * How many orders one call of `submit` or `query` is about at most: a whole number from 1 to 1,000, which is the
   * default. For a bank that takes each order by itself, about as many as it takes in a second: processes then share a
   * batch evenly, and a call ends well within its time.
   */
  readonly ordersACall?: number;
  /**
   * How many orders a group holds at most, where the bank takes groups: a whole number from 1 to 20,000. Payouts of a
   * package whose debit mode is `single` then come in groups, and `ordersACall` bounds how many groups and orders of their
   * own one call begins with; the rest of the jobs of these comes with them. `deduplicates` holds for each order, also
   * for one that comes again in another group. Left out: the bank takes no groups.
   */
  readonly ordersAGroup?: number;
  /**
   * Within how long the bank says of an order whether it paid it, in ms, from a minute to 30 days; later than that the incident
   * `outcome_unknown` names the payout. Default: an hour.
   */
  readonly answersWithinMs?: number;
}

/**
 * The bank: core-banking debit plus clearing (decisions §8). Adapters give up well within the lease (10 s against 25 s)
 * and answer `unknown`. A rejected promise counts as `unknown` for every order of the call, and so does no answer within
 * 20 s. An answer that this port does not allow counts as `unknown`, too, and raises the incident `nonsense_answer`: in a
 * list that is too short or too long, that is every answer. Of a message or a `bankReference` the engine keeps at most
 * 1,000 characters, and cuts a longer one.
 */
export interface BankRail {
  /** Names the rail in incidents and logs. Default: `bank rail`. */
  readonly name?: string;
  readonly traits: RailTraits;
  /** Answers one for each order, in order. */
  readonly submit: (orders: ReadonlyArray<BankOrder>) => Promise<ReadonlyArray<SubmitAnswer>>;
  /** Answers one for each order, in order, by its `bankRef`. Never moves money. */
  readonly query: (questions: ReadonlyArray<BankQuestion>) => Promise<ReadonlyArray<QueryAnswer>>;
  /**
   * Says why the bank never takes an order, for example because of a letter in the payee's name that its files cannot hold.
   * Intake asks it last, of each row that no other rule rejects: the row is then rejected (`not_taken_by_bank`), where the
   * payout would fail once it is approved and sent. Pure and quick: a batch asks it 20,000 times. Left out, the bank takes
   * every order that the rules permit. What is true of the moment alone is an answer to `submit`.
   */
  readonly refuses?: (order: ProposedOrder) => NotTaken | undefined;
}
export const BankRail = token<BankRail>('BankRail');
