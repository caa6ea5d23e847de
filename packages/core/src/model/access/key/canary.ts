import type { SealedText } from '../../../ports/sealer.js';

/** The text that every canary holds. */
export const CANARY = 'canary';

/** What a canary is sealed for. */
export const CANARY_CONTEXT = 'canary';

/** A canary, as it is opened. */
export const sealedCanary = ({ sealed }: { readonly sealed: string }): SealedText => ({
  sealed,
  context: CANARY_CONTEXT,
});
