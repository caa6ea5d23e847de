import type * as t from 'io-ts';
import type { ActorNotFound } from '../../model/access/access-errors.js';
import { E } from '../../kernel/fp.js';
import {
  cursors,
  CursorRequest,
  type CursorPage,
  type InvalidCursor,
} from '../../kernel/values/cursor.js';
import { about } from '../../kernel/codecs/documented.js';
import { JobId, PackageCode, UserId, type TransactionId } from '../../kernel/values/ids.js';
import { optional } from '../../kernel/codecs/parameter.js';
import { record } from '../../kernel/codecs/record.js';
import type { ListUseCase } from '../../kernel/use-case/use-case.js';
import { filteredPage } from '../../kernel/flow/filtered-page.js';
import { viasOf } from '../rights/vias.js';
import { sealedList } from '../../storage/sealed-list.js';
import { token } from '../../kernel/token.js';
import type { NotAnApprover } from './approval-errors.js';
import { awaitingPayout, type AwaitingPayout } from './awaiting-payout.js';
import { APPROVALS_FILTER, awaitingFilter, AwaitingState } from './approvals-filter.js';
import { approverOf } from './approver.js';
import { waitingFor } from './waiting-for.js';

/** The query parameters that narrow the list of payouts that wait for a decision. */
export const ApprovalsQuery = {
  state: optional(about(AwaitingState, 'Only payouts in this approval state.')),
  packageCode: optional(about(PackageCode, 'Only payouts of this package.')),
  jobId: optional(about(JobId, 'Only payouts of this job.')),
};

const ListApprovalsInput = record(
  'ListApprovalsInput',
  { actorUserId: UserId, ...CursorRequest.required },
  { ...APPROVALS_FILTER, ...CursorRequest.optional },
);
type ListApprovalsInput = t.TypeOf<typeof ListApprovalsInput>;

type ListApprovalsError = ActorNotFound | NotAnApprover | InvalidCursor;

/**
 * Lists the payouts that wait for the user's own decision, newest first: what their roles reach and the level
 * in turn asks of them, but not what they made or have approved, nor what
 * came by a key of theirs (decisions §7); and the same for each person whose deputy they are. Each names the key that it came by.
 */
export type ListApprovals = ListUseCase<
  ListApprovalsInput,
  ListApprovalsError,
  CursorPage<AwaitingPayout>
>;
export const ListApprovals = token<ListApprovals>('ListApprovals');

export const makeListApprovals = sealedList(ListApprovals, {
  input: ListApprovalsInput,
  cursors: (seal, tenant, { actorUserId: userId, ...asked }) =>
    cursors<TransactionId>(seal, tenant, 'approvals', { ...asked, userId }),
  page: async (stores, tenant, { actorUserId, ...asked }, { after, limit, at: now }) => {
    const actor = await approverOf(stores, tenant, actorUserId, now);
    if (E.isLeft(actor)) return actor;
    const filter = awaitingFilter(actor.right, asked);
    const { keep } = await waitingFor(stores, tenant, actor.right, now);
    const { items, next } = await filteredPage(
      {
        read: (before, count) => stores.payouts.awaiting(tenant, filter, before, count),
        placeOf: ({ order }) => order.transactionId,
        keep,
      },
      after,
      limit,
    );
    const orders = items.map(({ order }) => order);
    const vias = await viasOf(stores, tenant, orders);
    return E.right({
      items: items.map((one) => awaitingPayout(one, vias.get(one.order.transactionId))),
      next,
    });
  },
});
