import * as t from 'io-ts';
import { about } from '../../../kernel/codecs/documented.js';
import { describedRecord, shownAs } from '../../../kernel/codecs/record.js';
import { FilledLabel } from '../../../kernel/values/text.js';
import { EpochMs } from '../../../kernel/values/time.js';
import { type Factor } from './factor.js';
import { FactorKind } from '../../../kernel/values/factor-kind.js';

/** A factor as its person sees it: no secret, no key. Times in epoch ms. */
export const FactorView = describedRecord(
  'Factor',
  'A second factor of the user.',
  {
    factorId: t.string,
    kind: FactorKind,
    name: FilledLabel,
    state: about(
      t.keyof({ active: null, waiting: null }),
      'waiting: a second person has to approve it before it opens anything.',
    ),
    createdAt: EpochMs,
  },
  { lastUsedAt: EpochMs },
);
export type FactorView = t.TypeOf<typeof FactorView>;

/** Shows a factor that was confirmed; one that was not is no factor yet. */
export const factorView = (factor: Factor): FactorView =>
  shownAs(FactorView, { ...factor, state: factor.state === 'active' ? 'active' : 'waiting' });
