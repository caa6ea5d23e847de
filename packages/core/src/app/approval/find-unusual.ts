import type * as t from 'io-ts';
import type { ActorNotFound } from '../../model/access/access-errors.js';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { recipe, token } from '../../kernel/token.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { UserId, type TransactionId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { Clock } from '../../ports/clock.js';
import { Pacer } from '../../ports/pacer.js';
import { Storage } from '../../storage/storage.js';
import type { NotAnApprover } from './approval-errors.js';
import { APPROVALS_FILTER, awaitingFilter } from './approvals-filter.js';
import { approverOf } from './approver.js';
import { lastPaidTo } from './last-paid-to.js';
import { NOTHING_UNUSUAL, withUnusual, type LastPaid, type UnusualPayouts } from './unusual.js';
import { waitingFor } from './waiting-for.js';

const FindUnusualInput = record('FindUnusualInput', { actorUserId: UserId }, APPROVALS_FILTER);
type FindUnusualInput = t.TypeOf<typeof FindUnusualInput>;

/** The payouts that stand out among those that wait for a person. */
export interface FoundUnusual extends UnusualPayouts {
  /** False where more waits than was looked at. */
  readonly isWhole: boolean;
}

type FindUnusualError = ActorNotFound | NotAnApprover;

/**
 * Finds what stands out among the payouts that wait for the user's own decision, as {@link ListApprovals} lists them,
 * beside the last ones to their payees that the user may look at. It looks at the newest 20,000.
 */
export type FindUnusual = UseCase<FindUnusualInput, FindUnusualError, FoundUnusual>;
export const FindUnusual = token<FindUnusual>('FindUnusual');

const ROWS_A_READ = 1_000;
const ROWS_MAX = 20_000;

interface Looked {
  readonly found: UnusualPayouts;
  readonly lastPaid: LastPaid;
  /** Where to go on; absent at the end. */
  readonly next?: TransactionId | undefined;
}

export const makeFindUnusual = recipe(
  FindUnusual,
  { Storage, Clock, Pacer },
  ({ storage, clock, pacer }) => {
    type Part = E.Either<FindUnusualError, Looked>;
    const look = (
      tenant: Tenant,
      { actorUserId, ...asked }: FindUnusualInput,
      { found, lastPaid: known, next: before }: Looked,
    ): Promise<Part> =>
      storage.read(async (stores) => {
        const now = clock.now();
        const actor = await approverOf(stores, tenant, actorUserId, now);
        if (E.isLeft(actor)) return actor;
        const filter = awaitingFilter(actor.right, asked);
        const payouts = await stores.payouts.awaiting(tenant, filter, before, ROWS_A_READ);
        const { keep } = await waitingFor(stores, tenant, actor.right, now);
        const theirs = await keep(payouts);
        const approver = actor.right;
        const lastPaid = await lastPaidTo(stores, tenant, { approver, payouts: theirs }, known);
        return E.right({
          found: withUnusual(found, theirs, lastPaid),
          lastPaid,
          next: payouts.length < ROWS_A_READ ? undefined : payouts.at(-1)?.order.transactionId,
        });
      });

    return useCase(FindUnusualInput, async (tenant, input) => {
      let looked: Looked = { found: NOTHING_UNUSUAL, lastPaid: new Map() };
      for (let rows = 0; rows < ROWS_MAX; rows += ROWS_A_READ) {
        const part = await look(tenant, input, looked);
        if (E.isLeft(part)) return part;
        looked = part.right;
        if (looked.next === undefined) break;
        await pacer.breathe();
      }
      return E.right({ ...looked.found, isWhole: looked.next === undefined });
    });
  },
);
