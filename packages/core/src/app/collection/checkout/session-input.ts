import type * as t from 'io-ts';
import { record } from '../../../kernel/codecs/record.js';
import { CheckoutSessionId } from '../../../model/collection/session/page-ids.js';

/** The input of a use case that needs nothing but a session. */
export const SessionInput = record('SessionInput', { sessionId: CheckoutSessionId });
export type SessionInput = t.TypeOf<typeof SessionInput>;
