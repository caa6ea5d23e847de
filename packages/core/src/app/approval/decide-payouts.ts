import type * as t from 'io-ts';
import type { ActorNotFound } from '../../model/access/access-errors.js';
import { ProveFactor } from '../factor/prove/prove-factor.js';
import { E } from '../../kernel/fp.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { UserId } from '../../kernel/values/ids.js';
import type { InvalidInput } from '../../kernel/codecs/decode.js';
import { Comment } from '../../kernel/values/text.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import { DETECTING } from '../change/asking.js';
import { recipe, token } from '../../kernel/token.js';
import type { NotAnApprover } from './approval-errors.js';
import { decideAsking, named, type TakenDecision } from './decide-asking.js';
import { DecisionAction } from './decider.js';
import { FACTOR_MEMBERS, factorGate, withoutFactor, type FactorGateError } from './factor-gate.js';
import { TransactionIds } from './transaction-ids.js';
import type { DecisionResult } from './take-decision.js';
import { record } from '../../kernel/codecs/record.js';

/** A decision on 1 to 1,000 payouts (decisions §7). */
export const DecidePayoutsInput = record(
  'DecidePayoutsInput',
  {
    actorUserId: UserId,
    action: DecisionAction,
    transactionIds: TransactionIds,
  },
  { comment: Comment, ...FACTOR_MEMBERS },
);
export type DecidePayoutsInput = t.TypeOf<typeof DecidePayoutsInput>;

type DecidePayoutsError = InvalidInput | ActorNotFound | NotAnApprover | FactorGateError;

/**
 * Lets a checker approve or reject payouts; each is answered for itself, all are committed together. A list that
 * names one twice is refused: the checker meant another. So is an approval without the second factor that the corporate
 * asks for. In a restored database the bank is asked before one is
 * rejected that it may have executed.
 */
export type DecidePayouts = UseCase<
  DecidePayoutsInput,
  DecidePayoutsError,
  ReadonlyArray<DecisionResult>
>;
export const DecidePayouts = token<DecidePayouts>('DecidePayouts');

export const makeDecidePayouts = recipe(
  DecidePayouts,
  { Storage, Clock, ...DETECTING, ProveFactor },
  ({ storage, clock, detectRestore, proveFactor, ...asking }) => {
    const gateFor = factorGate(storage, clock, proveFactor);
    const decide = decideAsking(storage, clock, asking);
    return useCase(DecidePayoutsInput, async (tenant, { transactionIds: ids, ...asked }) => {
      await detectRestore();
      const gate = await gateFor(tenant, asked, { transactionIds: ids });
      if (E.isLeft(gate)) return gate;
      const given = { isBulk: ids.length > 1, gate: gate.right, ...withoutFactor(asked) };
      const decided = await decide(tenant, given, named(tenant, ids));
      return E.map(({ results }: TakenDecision) => results)(decided);
    });
  },
);
