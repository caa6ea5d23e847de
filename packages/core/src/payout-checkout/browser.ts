import type { CheckoutId } from './checkout-id.js';

/** The browser that a session was handed to: which session its address names, and what its cookie holds. */
export interface CheckoutBrowser {
  readonly sessionId: CheckoutId;
  readonly secret: string | undefined;
}
