import type { FactorAsked } from '../factor/prove/factor-asked.js';
import type { BankTenantId, TransactionId } from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { PayoutCheckoutStatus } from '../../model/payout-checkout/session/payout-checkout.js';
import type { PayoutCheckoutId } from '../../model/payout-checkout/session/checkout-id.js';
import type { Choice, PackageOption } from '../../model/payout-checkout/session/choice.js';
/** The last code of a session, as far as the page may show it. */
export interface SentCode {
  /** Where it went: the first letter of the address, and its host. */
  readonly sentTo: string;
  readonly expiresAt: EpochMs;
  /** 0 once it is locked. */
  readonly triesLeft: number;
  /** The choice when the code was sent: the code is valid for no other. */
  readonly choice: Choice;
}

/** Everything that the hosted payout page shows (§4.12). Times in epoch ms. */
export interface PayoutCheckoutView {
  readonly sessionId: PayoutCheckoutId;
  readonly status: PayoutCheckoutStatus;
  /** The bank whose theme the page has. */
  readonly bankTenantId: BankTenantId;
  readonly bankName: string;
  readonly corporateName: string;
  /** The name of the person who is to authorize. */
  readonly makerName: string;
  /** Paise. */
  readonly amount: number;
  readonly reference: string;
  /** As it was when the session was opened. */
  readonly beneficiary: {
    readonly name: string;
    /** `XXXXXX` and the last four digits. */
    readonly accountNumber: string;
    readonly ifsc: string;
    /** The empty string if it is not known by the IFSC. */
    readonly bankName: string;
  };
  /** Whether it has another name, bank or account by now: an open session cannot pay it any more. */
  readonly payeeHasChanged: boolean;
  readonly expiresAt: EpochMs;
  /** The engine's own time: `expiresAt - now` is what is left. */
  readonly now: EpochMs;
  /** The options, each with at least one way to pay; empty once the session is over, nothing fits or the payee has changed. */
  readonly packages: ReadonlyArray<PackageOption>;
  /** The choice to show: that of the last code, else the defaults. Absent when nothing fits. */
  readonly chosen?: Choice;
  /** Absent before the first. */
  readonly code?: SentCode;
  /**
   * What the maker is asked to prove beside the code, which was right: for as long as the code is good, in this browser.
   * `kinds` has only what the corporate accepts.
   */
  readonly factor?: FactorAsked;
  /** Whether the directory has an address for the maker; a masked one, as {@link SentCode.sentTo}. */
  readonly email?: string;
  readonly codesLeft: number;
  /** From when on another code may be sent, if any is left. */
  readonly nextCodeAt: EpochMs;
  /** Once submitted. It has been accepted for approval, not settled. */
  readonly transactionId?: TransactionId;
  /**
   * Where the browser goes once the session is over, if the corporate named an address: its own, with
   * `session_id` and `status` added.
   */
  readonly returnTo?: string;
}
