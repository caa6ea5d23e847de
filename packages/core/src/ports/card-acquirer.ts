import * as t from 'io-ts';
import type { CorporateTenantId, BankTenantId } from '../kernel/values/ids.js';
import type { Secret } from '../kernel/secrets/secret.js';
import { token } from '../kernel/token.js';

/** The cards that are taken. */
export const CardBrand = t.keyof(
  { visa: null, mastercard: null, rupay: null, amex: null },
  'CardBrand',
);
export type CardBrand = t.TypeOf<typeof CardBrand>;

/** The card itself. It is handed to the acquirer and kept nowhere; adapters keep, log and print none of it either. */
export interface CardDetails {
  readonly number: string;
  /** 1 to 12. */
  readonly expiryMonth: number;
  /** Four digits. */
  readonly expiryYear: number;
  readonly cvc: string;
  readonly holder: string;
  readonly brand: CardBrand;
}

/** One attempt to charge a card. Two charges with the same `chargeRef` are the same charge. */
export interface CardCharge {
  readonly chargeRef: string;
  readonly bankTenantId: BankTenantId;
  readonly corporateTenantId: CorporateTenantId;
  readonly sessionId: string;
  /** Paise. */
  readonly amount: number;
  readonly reference: string;
  /** The text on the customer's statement. */
  readonly statementDescriptor: string;
}

/** The money is taken. */
export interface ChargeApproved {
  readonly kind: 'approved';
  readonly authCode: string;
}

/** Every code with which an acquirer declines a charge (decisions §10). */
export const DECLINE_CODES = [
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
] as const;
/** Why an acquirer declined a charge (decisions §10). */
export type DeclineCode = (typeof DECLINE_CODES)[number];

/** A definite no: no money was taken, and none will be. */
export interface ChargeDeclined {
  readonly kind: 'declined';
  readonly code: DeclineCode;
}

/** The outcome is unknown: no answer, an unclear answer or a time-out. Never a reason to call an attempt declined. */
export interface ChargeUnknown {
  readonly kind: 'unknown';
}

/** The acquirer has no such charge. Final only as late as it declares (`absenceFinalAfterMs`). */
export interface ChargeAbsent {
  readonly kind: 'absent';
}

/** What became of a charge in the end (decisions §10). */
export type ChargeOutcome = ChargeApproved | ChargeDeclined;
/** What the acquirer answers to a charge (decisions §10). */
export type ChargeAnswer = ChargeOutcome | ChargeUnknown;
/** What the acquirer answers to a question about a charge (decisions §10). */
export type ChargeQueryAnswer = ChargeAnswer | ChargeAbsent;

/** The money is back with the customer, or it is not known to be. */
export interface ReversalAnswer {
  readonly kind: 'reversed' | 'unknown';
}

/** What an acquirer promises of its charges (decisions §10). */
export interface AcquirerTraits {
  /** From how long after a charge an `absent` means never. Null: never. */
  readonly absenceFinalAfterMs: number | null;
}

/**
 * The acquirer that charges cards (decisions §10). Adapters give up well within the lease (10 s) and answer `unknown`. A
 * rejected promise counts as `unknown`, and so does no answer within 20 s. An answer that this port does not allow counts
 * as `unknown`, too, and raises the incident `nonsense_answer`.
 */
export interface CardAcquirer {
  /** Names the acquirer in incidents and logs. Default: `card acquirer`. */
  readonly name?: string;
  readonly traits: AcquirerTraits;
  /** Takes the money, at most once for each `chargeRef`. */
  readonly charge: (charge: CardCharge, card: Secret<CardDetails>) => Promise<ChargeAnswer>;
  /** Returns the outcome of a charge. Never moves money. */
  readonly query: (charge: CardCharge) => Promise<ChargeQueryAnswer>;
  /** Gives all of a charge's money back, once, however often it is asked. */
  readonly reverse: (charge: CardCharge) => Promise<ReversalAnswer>;
}
export const CardAcquirer = token<CardAcquirer>('CardAcquirer');
