import type * as t from 'io-ts';
import { about } from '../../../kernel/codecs/documented.js';
import { record } from '../../../kernel/codecs/record.js';
import { EpochMs } from '../../../kernel/values/time.js';

/** Until when a session is confirmed. */
export const ConfirmedSession = record('ConfirmedSession', {
  confirmedUntil: about(EpochMs, 'Epoch milliseconds.'),
});
export type ConfirmedSession = t.TypeOf<typeof ConfirmedSession>;
