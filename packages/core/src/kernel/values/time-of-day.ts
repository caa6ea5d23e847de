import type * as t from 'io-ts';
import { patterned } from '../codecs/patterned.js';

/** A wall-clock time, `HH:MM`, in the bank's zone. */
export const TimeOfDay = patterned('TimeOfDay', /^([01]\d|2[0-3]):[0-5]\d$/, {
  description: 'HH:MM in the zone of the bank.',
});
export type TimeOfDay = t.TypeOf<typeof TimeOfDay>;
