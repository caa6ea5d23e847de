import { E, type TransactionObject } from '@hundi/core';
import { bankRefOf } from '@hundi/core/rail';
import {
  CancelPayoutInput,
  type CancelPayoutError,
  type GetTransactionError,
} from '@hundi/core/wire';
import { randomUUID } from 'node:crypto';
import { atOnce, type AtOnce } from '../../../http/limits/at-once.js';
import type { Page } from '../../page.js';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import { REFUSALS } from '../../refusal-page.js';
import { see, type Inside, type InsideRoutes } from '../inside.js';
import { messagePage } from '../message-page.js';
import { cancelPage } from './cancel-page.js';
import { payoutPage } from './payout-page.js';
import { payoutAt } from '../payout-path.js';
import { commentIn } from '../comment-in.js';
import { listAt, payoutsAsked, type PayoutsAsked } from './payouts-query.js';
import { payoutsPage } from './payouts-page.js';

const { comment: Comment } = CancelPayoutInput.optional;

const AT = '/portal/payouts';
const PAYOUTS_SHOWN = 50;

/** As many as of the same lists of the API: a search may look through many payouts. */
const LISTS_AT_ONCE = 4;

const page = (status: number, shown: Page): PageAnswer => ({ kind: 'page', status, page: shown });

const wayToAll = ({ texts }: Inside) => ({ path: AT, text: texts.payout.all }) as const;

const withoutRole = (inside: Inside): PageAnswer => {
  const { payouts } = inside.texts;
  const told = { at: 'payouts', title: payouts.noRoleTitle, text: payouts.noRole } as const;
  return page(403, messagePage(inside, told));
};

/** The page of a payout that is not shown. */
const notShown = (
  inside: Inside,
  { _tag }: GetTransactionError | { readonly _tag: 'InvalidInput' },
): PageAnswer => {
  const { payout } = inside.texts;
  const way = wayToAll(inside);
  const at = 'payouts';
  if (_tag !== 'PayoutArchived')
    return page(
      404,
      messagePage(inside, { at, title: payout.absentTitle, text: payout.absent, way }),
    );
  const text = `${payout.archived} ${inside.visit.params['transactionId'] ?? ''}`;
  return page(410, messagePage(inside, { at, title: payout.archivedTitle, text, way }));
};

const readPayout = ({ engine, person }: Inside, transactionId: string) =>
  engine.getTransaction(person.tenant, { transactionId, actorUserId: person.userId });

const idIn = ({ visit }: Inside): string => visit.params['transactionId'] ?? '';

const CANCELLABLE: ReadonlySet<TransactionObject['status']> = new Set([
  'pending_approval',
  'partially_approved',
  'approved',
  'scheduled',
]);

/** Whether the person can cancel it, as far as pages say: the use case decides. */
const isCancellable = (
  { person, profile: { permissions } }: Inside,
  { status, actors }: TransactionObject,
): boolean =>
  CANCELLABLE.has(status) &&
  (permissions.includes('transaction.cancel_any') ||
    (permissions.includes('transaction.make') && actors.createdBy.userId === person.userId));

/** Whether it waits for this person. */
const isTheirs = async (
  { engine, person, profile }: Inside,
  { status, transactionId }: TransactionObject,
): Promise<boolean> => {
  if (!profile.decides || (status !== 'pending_approval' && status !== 'partially_approved'))
    return false;
  const review = await engine.reviewDecision(person.tenant, {
    actorUserId: person.userId,
    action: 'approve',
    transactionIds: [transactionId],
  });
  return E.isRight(review) && review.right.count > 0;
};

/** More entries than a payout can get: each level has a few, and then there is the bank. */
const ENTRIES_SHOWN = 100;

const show = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, person } = inside;
  const transactionId = idIn(inside);
  const actor = { actorUserId: person.userId };
  const found = await readPayout(inside, transactionId);
  if (E.isLeft(found)) return notShown(inside, found.left);
  const payout = found.right;
  const journal = await engine.listJournal(person.tenant, {
    ...actor,
    subject: transactionId,
    limit: ENTRIES_SHOWN,
  });
  const why = await engine.whyWaiting(person.tenant, { ...actor, transactionId });
  const shown = {
    payout,
    entries: E.isLeft(journal) ? [] : journal.right.items.toReversed(),
    waits: E.isLeft(why) ? [] : why.right.waitingFor,
    isTheirs: await isTheirs(inside, payout),
    isCancellable: isCancellable(inside, payout),
  };
  return page(200, payoutPage(inside, shown));
};

/** Whether a search names this payout as a whole. */
const isNamed = (
  search: string,
  { transactionId, reference, utr, bankReference }: TransactionObject,
): boolean =>
  [transactionId, reference, utr, bankReference, bankRefOf(transactionId)].includes(search);

/**
 * The only payout that a search from any page names, if it asks for nothing else. Those with the whole reference come
 * first in what is found, so two of them stand on the first page, too.
 */
const named = (
  { typed: { search, ...others } }: PayoutsAsked,
  items: ReadonlyArray<TransactionObject>,
): TransactionObject | undefined => {
  const hits = items.filter((payout) => isNamed(search, payout));
  return hits.length === 1 && Object.values(others).every((text) => text === '')
    ? hits[0]
    : undefined;
};

const list = async (inside: Inside, lists: AtOnce): Promise<PageAnswer> => {
  const { engine, visit, person, profile } = inside;
  const { tenant, userId } = person;
  const asked = payoutsAsked(visit, profile.timeZone);
  const after = visit.query('after');
  const browse = () =>
    lists(JSON.stringify(tenant), LISTS_AT_ONCE, () =>
      engine.browseTransactions(tenant, {
        initiatedByUserId: userId,
        ...asked.filter,
        limit: PAYOUTS_SHOWN,
        ...(after !== undefined && { after }),
      }),
    );
  const [reached, found] = await Promise.all([
    engine.getPayoutReach(tenant, { actorUserId: userId }),
    asked.faults.length > 0 ? undefined : browse(),
  ]);
  if (E.isLeft(reached)) return withoutRole(inside);
  const shown = { asked, reach: reached.right, items: [], isLater: after !== undefined };
  if (found === undefined) return page(400, payoutsPage(inside, shown));
  if (E.isRight(found)) {
    const { items, nextCursor } = found.right;
    const only = after === undefined ? named(asked, items) : undefined;
    if (only !== undefined) return see(payoutAt(only.transactionId));
    const next = nextCursor ?? undefined;
    return page(200, payoutsPage(inside, { ...shown, items, next }));
  }
  switch (found.left._tag) {
    case 'InvalidCursor':
      return see(listAt(asked.typed));
    case 'DebitAccountDenied':
      return page(400, payoutsPage(inside, { ...shown, asked: { ...asked, faults: ['account'] } }));
    case 'RateLimited':
      return { kind: 'refused', refusal: REFUSALS.limited };
    case 'InvalidInput':
      return page(400, payoutsPage(inside, { ...shown, asked: { ...asked, faults: ['search'] } }));
    case 'ActorNotFound':
    case 'NotAPayoutViewer':
      return withoutRole(inside);
  }
};

/** Why it was not cancelled. */
const notCancelled = (inside: Inside, transactionId: string, { _tag }: CancelPayoutError) => {
  const { cancelling } = inside.texts;
  const told = (status: number, text: string): PageAnswer =>
    page(
      status,
      messagePage(inside, {
        at: 'payouts',
        title: cancelling.notTitle,
        text,
        way: { path: payoutAt(transactionId), text: cancelling.open },
      }),
    );
  switch (_tag) {
    case 'PayoutNotFound':
    case 'InvalidInput':
      return notShown(inside, { _tag: 'PayoutNotFound' });
    case 'WrongPayoutStatus':
      return told(409, cancelling.tooLate);
    case 'StillInDoubt':
      return told(409, cancelling.inDoubt);
    case 'ActorNotFound':
    case 'NotAMaker':
    case 'NotItsMaker':
      return told(403, cancelling.noRole);
  }
};

/** Asks for the comment, or says why there is nothing to ask. */
const askToCancel = async (
  inside: Inside,
  transactionId: string,
  filled: { readonly comment?: string | undefined; readonly commentFault?: string } = {},
): Promise<PageAnswer> => {
  const found = await readPayout(inside, transactionId);
  if (E.isLeft(found)) return notShown(inside, found.left);
  const payout = found.right;
  if (isCancellable(inside, payout)) {
    const status = filled.commentFault === undefined ? 200 : 400;
    return page(status, cancelPage(inside, { payout, key: randomUUID(), ...filled }));
  }
  const isOpen = CANCELLABLE.has(payout.status);
  return notCancelled(inside, transactionId, {
    _tag: isOpen ? 'NotItsMaker' : 'WrongPayoutStatus',
  } as CancelPayoutError);
};

const filledIn = (inside: Inside, commentFault?: string): Promise<PageAnswer> => {
  const { form } = inside.visit;
  return askToCancel(inside, form.get('transactionId') ?? '', {
    comment: form.get('comment'),
    ...(commentFault !== undefined && { commentFault }),
  });
};

const cancel = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, visit, person, texts } = inside;
  const { tenant, userId } = person;
  const comment = commentIn(visit.form);
  if (!Comment.is(comment)) return filledIn(inside, texts.cancelling.badComment);
  const transactionId = visit.form.get('transactionId') ?? '';
  const values = { transactionId, ...(comment !== '' && { comment }) };
  const key = visit.form.get('key') ?? '';
  const route = 'POST /portal/payouts/cancel';
  const done = await engine.idempotently(tenant, { userId, route, key, values }, (changes) =>
    changes.cancelPayout(tenant, { ...values, by: { kind: 'user', userId } }),
  );
  if (E.isRight(done)) return see(payoutAt(transactionId));
  return done.left._tag === 'IdempotencyKeyReused'
    ? filledIn(inside)
    : notCancelled(inside, transactionId, done.left);
};

/** The payouts that a person may look at, and cancelling one. */
export const payoutRoutes = (routes: InsideRoutes): ReadonlyArray<PageRoute> => {
  const lists = atOnce();
  return [
    ...routes.page({ path: AT, answer: (inside) => list(inside, lists) }),
    ...routes.page({ path: `${AT}/{transactionId}`, answer: show }),
    ...routes.page({
      path: `${AT}/{transactionId}/cancel`,
      answer: (inside) => askToCancel(inside, idIn(inside)),
    }),
    ...routes.form({
      path: `${AT}/cancel`,
      page: AT,
      filled: (inside) => filledIn(inside),
      answer: cancel,
    }),
  ];
};
