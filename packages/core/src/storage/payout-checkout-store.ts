import type { Beneficiary } from '../model/beneficiary/payee/beneficiary.js';
import type { UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { Day, EpochMs } from '../kernel/values/time.js';
import type { PaymentPackage } from '../model/package/payment-package.js';
import type { BankTenant, Corporate } from '../model/tenancy/corporate.js';
import type { DebitAccount } from '../model/tenancy/debit-account.js';
import type { Actor } from '../model/tenancy/user.js';
import type { PayoutCheckoutId } from '../model/payout-checkout/session/checkout-id.js';
import type { PayoutCheckout } from '../model/payout-checkout/session/payout-checkout.js';

/** A session, and how often its last code was tried. */
export interface TriedCheckout {
  readonly session: PayoutCheckout;
  readonly tries: number;
}

/** The records around a session: its bank, corporate, maker and payee, and the ways to pay. */
export interface CheckoutSurroundings {
  readonly bank: BankTenant;
  readonly corporate: Corporate;
  readonly maker: Actor;
  readonly beneficiary: Beneficiary;
  /** All of the corporate, in no order. */
  readonly debitAccounts: ReadonlyArray<DebitAccount>;
  /** Those of the payee that there are, in no order. */
  readonly packages: ReadonlyArray<PaymentPackage>;
}

/** A session, and what stands around it. */
export interface SurroundedCheckout extends TriedCheckout {
  /** Call it only for the browser that holds the session. @throws when one of the first four records is missing. */
  readonly surroundings: () => CheckoutSurroundings;
}

/** Payout checkout sessions, how many codes their makers were mailed, and how often they typed wrong ones. */
export interface PayoutCheckoutStore {
  /**
   * Adds an open session, which holds its reference for the one payout that it may become, `payoutIdOf`, until it is freed.
   * If an archived payout or another session holds the reference, it undoes the unit of work, which is then run again.
   *
   * @throws when there is a session of that id.
   */
  readonly add: (session: PayoutCheckout) => Promise<void>;
  readonly find: (tenant: Tenant, id: PayoutCheckoutId) => Promise<TriedCheckout | undefined>;
  /** For browsers, which name no tenant. */
  readonly findAnywhere: (id: PayoutCheckoutId) => Promise<TriedCheckout | undefined>;
  /** The same, held until the unit of work ends: others that hold or write it wait. */
  readonly hold: (id: PayoutCheckoutId) => Promise<TriedCheckout | undefined>;
  /**
   * Reads a session and all that its page shows, because a person waits: in one query and of one moment, where the
   * rows of a corporate do not stand on a machine of their own.
   */
  readonly findSurrounded: (id: PayoutCheckoutId) => Promise<SurroundedCheckout | undefined>;
  /**
   * Writes `next` if the stored revision is the one before it; otherwise undoes the unit of work, which is then
   * run again. A code of another number has no tries.
   */
  readonly advance: (next: PayoutCheckout) => Promise<void>;
  /** Frees the reference that the session holds; it may be held for the session no longer. */
  readonly freeReference: (session: PayoutCheckout) => Promise<void>;
  /**
   * Counts one more try of the code of that number and answers which one it is, from 1, if the code is the last
   * one of an open session and was tried fewer than `triesMax` times; else changes nothing. However many try at
   * once, no more than `triesMax` are ever answered.
   */
  readonly countTry: (
    id: PayoutCheckoutId,
    codeNumber: number,
    triesMax: number,
  ) => Promise<number | undefined>;
  /**
   * Counts one more wrong code of a maker on a day, if there were fewer than `max`; else changes nothing and
   * answers false. A day that is not after the last one counts as that one.
   */
  readonly countFailure: (
    tenant: Tenant,
    userId: UserId,
    day: Day,
    max: number,
  ) => Promise<boolean>;
  /** How many wrong codes of a maker are counted on a day. */
  readonly failures: (tenant: Tenant, userId: UserId, day: Day) => Promise<number>;
  /** Takes back one that was counted. */
  readonly forgiveFailure: (tenant: Tenant, userId: UserId) => Promise<void>;
  /**
   * Counts one more code that is mailed to a maker, if there were fewer than `max` since their span of time
   * began; else changes nothing and answers false. The first code that is `span` ms after it begins the next one.
   */
  readonly countCode: (
    tenant: Tenant,
    userId: UserId,
    at: EpochMs,
    limit: { readonly max: number; readonly span: number },
  ) => Promise<boolean>;
  /** Takes back one that was counted, because it was used. */
  readonly forgiveCode: (tenant: Tenant, userId: UserId) => Promise<void>;
}
