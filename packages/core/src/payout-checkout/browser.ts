import type { PayoutCheckoutId } from './checkout-id.js';

/** The browser that a session was handed to: which session its address names, and what its cookie holds. */
export interface PayoutBrowser {
  readonly sessionId: PayoutCheckoutId;
  readonly secret: string | undefined;
}
