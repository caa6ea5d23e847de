import { sha256 } from '../../../kernel/secrets/digest.js';
import { fromHex } from '../../../kernel/secrets/hex.js';
import type { TransactionId } from '../../../kernel/values/ids.js';
import { uuidV7 } from '../../../kernel/values/uuid.js';
import type { PayoutCheckout } from './payout-checkout.js';

/**
 * The id of the one payout that a session can become: of the session alone. So one that a restored backup has
 * opened again becomes the same payout, which the bank knows, and which is as old as the session.
 */
export const payoutIdOf = ({
  sessionId,
  createdAt,
}: Pick<PayoutCheckout, 'sessionId' | 'createdAt'>): TransactionId =>
  uuidV7(createdAt, fromHex(sha256(`payout of ${sessionId}`))) as TransactionId;
