import * as t from 'io-ts';
import type { Brand } from '../codecs/brand.js';
import { documented } from '../codecs/documented.js';

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A wall-clock time, `HH:MM`, in the bank's zone. */
export const TimeOfDay = documented(
  t.brand(
    t.string,
    (s): s is t.Branded<string, Brand<'TimeOfDay'>> => TIME_OF_DAY.test(s),
    'TimeOfDay',
  ),
  { type: 'string', pattern: TIME_OF_DAY.source, description: 'HH:MM in the zone of the bank.' },
);
export type TimeOfDay = t.TypeOf<typeof TimeOfDay>;
