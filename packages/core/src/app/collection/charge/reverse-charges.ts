import { DutyParts } from '../../duty/duty-parts.js';
import type { Duty } from '../../duty/duty.js';
import { E } from '../../../kernel/fp.js';
import { recipe, token } from '../../../kernel/token.js';
import { tenantOf } from '../../../kernel/values/tenant.js';
import { CardAcquirer, type ReversalAnswer } from '../../../ports/card-acquirer.js';
import { Pacer } from '../../../ports/pacer.js';
import { stepCollection } from '../../../model/collection/session/collection-machine.js';
import { chargeDuty } from './charge-duty.js';
import { readReversalAnswer } from './read-charge-answer.js';
import { takeStep } from './step-changes.js';

/**
 * The duty that gives money back which was taken too late: after its session had ended, or after its attempt was declined
 * or absent.
 */
export type ReverseCharges = Duty;
export const ReverseCharges = token<ReverseCharges>('ReverseCharges');

export const makeReverseCharges = recipe(
  ReverseCharges,
  { Parts: DutyParts, Acquirer: CardAcquirer, Pacer },
  ({ parts, acquirer, pacer }) =>
    chargeDuty<ReversalAnswer>(parts, acquirer, pacer, {
      name: 'reverse-charges',
      ask: async (charge) => readReversalAnswer(await acquirer.reverse(charge)),
      take: async ({ collections }, { charge, attempt: { number } }, answer, { at }) => {
        // A reversal is asked for until it is known to have taken place; asked twice, it takes place once.
        if (answer.kind !== 'reversed') return undefined;
        const session = await collections.session(tenantOf(charge), charge.sessionId);
        const taken = session && stepCollection(session, { type: 'reversed', attempt: number, at });
        if (session === undefined || taken === undefined || E.isLeft(taken))
          throw new Error('a reversal of no charge');
        return takeStep(session, taken.right, { actor: 'reverse-charges' }, at);
      },
      undecided: 'reversal_unconfirmed',
      // The session has ended, or ends within minutes: little changes it after the step that made the reversal due.
      since: ({ session }) => session.changedAt,
    }),
);
