import type { E } from '../fp.js';
import type { EpochMs } from '../kernel/time.js';
import { token } from '../wiring/token.js';
import type { PayoutBrowser } from './browser.js';
import type {
  PayoutCheckoutClosed,
  PayoutCheckoutNotFound,
  ChoiceRefusal,
  CodeNotMailed,
  CodeTooSoon,
  MakerLocked,
  NoCodesLeft,
  NoEmailOnFile,
  NotThisBrowser,
} from './checkout-errors.js';
import type { Choice } from './choice.js';

/** A code is on its way. */
export interface CodeSent {
  /** Where it went: the first letter of the address, and its host. */
  readonly sentTo: string;
  readonly expiresAt: EpochMs;
  readonly codesLeft: number;
  /** From when on another may be sent. Epoch ms. */
  readonly nextCodeAt: EpochMs;
}

export type SendPayoutCodeError =
  | PayoutCheckoutNotFound
  | NotThisBrowser
  | PayoutCheckoutClosed
  | ChoiceRefusal
  | NoEmailOnFile
  | CodeTooSoon
  | NoCodesLeft
  | MakerLocked
  | CodeNotMailed;

/**
 * Mails a one-time code for exactly this choice to the maker's registered address. Codes sent before are void
 * from then on. Three codes a session, thirty seconds apart, each good for five minutes and five tries.
 */
export type SendPayoutCode = (
  browser: PayoutBrowser,
  choice: Choice,
) => Promise<E.Either<SendPayoutCodeError, CodeSent>>;
export const SendPayoutCode = token<SendPayoutCode>('SendPayoutCode');
