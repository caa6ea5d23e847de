import { DutyParts } from '../../duty/duty-parts.js';
import type { Duty } from '../../duty/duty.js';
import { recipe, token } from '../../../kernel/token.js';
import { CardAcquirer, type ChargeQueryAnswer } from '../../../ports/card-acquirer.js';
import { requireFinality } from '../../../ports/declared-traits.js';
import { Pacer } from '../../../ports/pacer.js';
import { chargeFinalFrom } from './charge-absence.js';
import { chargeDuty } from './charge-duty.js';
import { readChargeQueryAnswer } from './read-charge-answer.js';
import { takeAnswer } from './take-answer.js';

/**
 * The duty that asks the acquirer about charges whose outcome is not known: lost answers, time-outs, processes
 * that died. It never charges; it only finds out.
 */
export type QueryCharges = Duty;
export const QueryCharges = token<QueryCharges>('QueryCharges');

export const makeQueryCharges = recipe(
  QueryCharges,
  { Parts: DutyParts, Acquirer: CardAcquirer, Pacer },
  ({ parts, acquirer, pacer }) => {
    requireFinality(acquirer.name ?? 'the card acquirer', acquirer.traits);
    return chargeDuty<ChargeQueryAnswer>(parts, acquirer, pacer, {
      name: 'query-charges',
      ask: async (charge) => readChargeQueryAnswer(await acquirer.query(charge)),
      take: async (stores, { charge, attempt }, answer, { askedAt, at }) => {
        const isFinal = askedAt >= chargeFinalFrom(attempt.startedAt, acquirer.traits);
        if (answer.kind === 'unknown' || (answer.kind === 'absent' && !isFinal)) return undefined;
        return (await takeAnswer(stores, charge, answer, at)).changes;
      },
      undecided: 'charge_unknown',
      since: ({ attempt }) => attempt.startedAt,
    });
  },
);
