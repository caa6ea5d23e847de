import { E, JobId } from '@hundi/core';
import {
  DecidePayoutsInput,
  type DecisionResult,
  type DecisionReview,
  type FactorAsked,
} from '@hundi/core/wire';
import { randomUUID } from 'node:crypto';
import type { Page } from '../../page.js';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import { see, type Inside, type InsideRoutes } from '../inside.js';
import { isProofRefusal, proofFault, proofIn } from '../proof.js';
import { commentIn } from '../comment-in.js';
import { approvalsAsked, queryOf } from './approvals-query.js';
import { approvalsPage, PICK, type ApprovalsShown } from './approvals-page.js';
import {
  confirmPage,
  decidedPage,
  noRolePage,
  stoppedPage,
  type Draft,
  type LeftOut,
} from './decision-pages.js';
import { refusalText } from '../refusal-text.js';

const { comment: Comment } = DecidePayoutsInput.optional;

const AT = '/portal/approvals';
const PAYOUTS_SHOWN = 50;
/** Below those of a job that stand out: the page stays short. */
const PAYOUTS_OF_JOB_SHOWN = 25;

const page = (status: number, shown: Page): PageAnswer => ({ kind: 'page', status, page: shown });

const NO_SUMS = { sums: [], isWhole: true };

const stopped = (inside: Inside, refusal: { readonly _tag: string }): PageAnswer => {
  const { approvals } = inside.texts;
  switch (refusal._tag) {
    case 'JobNotFound':
      return page(404, stoppedPage(inside, approvals.noJob, { path: AT, text: approvals.goOn }));
    case 'JobNotTakenIn':
      return page(409, stoppedPage(inside, approvals.jobBusy, { path: AT, text: approvals.goOn }));
    default:
      return page(403, noRolePage(inside));
  }
};

/** The list as it stands now, with what the person has selected and typed. */
const listed = async (
  inside: Inside,
  status: number,
  worked: Partial<
    Pick<ApprovalsShown, 'selected' | 'whole' | 'comment' | 'commentFault' | 'notice'>
  >,
): Promise<PageAnswer> => {
  const { engine, visit, person, profile } = inside;
  const { tenant, userId: actorUserId } = person;
  const asked = approvalsAsked(visit, profile.now);
  const after = visit.query('after');
  const shown = { asked, sums: NO_SUMS, items: [], selected: () => false, ...worked };
  if (asked.faults.length > 0) return page(400, approvalsPage(inside, shown));
  const who = { ...asked.filter, actorUserId };
  const list = await engine.listApprovals(tenant, {
    ...who,
    limit: asked.filter.jobId === undefined ? PAYOUTS_SHOWN : PAYOUTS_OF_JOB_SHOWN,
    ...(after !== undefined && { after }),
  });
  if (E.isLeft(list))
    return list.left._tag === 'InvalidCursor'
      ? see(`${AT}${queryOf(asked.typed)}`)
      : stopped(inside, list.left);
  const sums = await engine.sumApprovals(tenant, who);
  if (E.isLeft(sums)) return stopped(inside, sums.left);
  // The list of everything only leads to its jobs: it opens as fast however much waits.
  const unusual =
    asked.filter.jobId === undefined ? E.right(undefined) : await engine.findUnusual(tenant, who);
  if (E.isLeft(unusual)) return stopped(inside, unusual.left);
  const { items, nextCursor } = list.right;
  const next = nextCursor ?? undefined;
  return page(
    status,
    approvalsPage(inside, {
      ...shown,
      sums: sums.right,
      unusual: unusual.right,
      items,
      next,
    }),
  );
};

const pickedIn = ({ visit: { form } }: Inside): ReadonlyArray<string> =>
  [...form.keys()].filter((name) => name.startsWith(PICK)).map((name) => name.slice(PICK.length));

const actionIn = (text: string | undefined): Draft['action'] =>
  text === 'reject' ? text : 'approve';

/** The list again, as it was filled. */
const again = (
  inside: Inside,
  status: number,
  more: Pick<ApprovalsShown, 'commentFault' | 'notice'> = {},
): Promise<PageAnswer> => {
  const picked = new Set(pickedIn(inside));
  const { form } = inside.visit;
  return listed(inside, status, {
    selected: (id) => picked.has(id),
    whole: form.has('whole'),
    comment: form.get('comment'),
    ...more,
  });
};

const subjectOf = ({ ids, jobId }: Pick<Draft, 'ids' | 'jobId'>) =>
  jobId === undefined ? { transactionIds: ids } : { jobId };

const leftOutOf = ({ refused }: DecisionReview, inside: Inside): ReadonlyArray<LeftOut> =>
  refused.map(({ reference = inside.texts.approvals.unknownPayout, refusal }) => ({
    reference,
    why: refusalText(refusal, inside.texts),
  }));

/** What the person is asked for beside the decision; an answer where they cannot give it. */
const proofFor = async (
  inside: Inside,
  draft: Draft,
  { secondFactor }: DecisionReview,
): Promise<E.Either<PageAnswer, FactorAsked | undefined>> => {
  if (secondFactor === 'none') return E.right(undefined);
  const { engine, person, texts } = inside;
  const { approvals } = texts;
  const asked = await engine.askApprovalFactor(person.tenant, {
    actorUserId: person.userId,
    action: draft.action,
    ...subjectOf(draft),
  });
  const way = { path: '/portal/settings', text: approvals.addFactor } as const;
  const without = (text: string) => E.left(page(403, stoppedPage(inside, text, way)));
  if (E.isLeft(asked))
    return asked.left._tag === 'SecondFactorNeeded'
      ? without(secondFactor === 'passkey' ? approvals.needsPasskey : approvals.needsFactor)
      : E.left(stopped(inside, asked.left));
  return secondFactor === 'passkey' && asked.right.options === undefined
    ? without(approvals.needsPasskey)
    : asked;
};

/** Shows the totals of a decision, as they are now, and what was wrong with it. */
const reviewed = async (
  inside: Inside,
  drafted: Draft,
  wrong: {
    readonly status?: 400 | 409;
    readonly fault?: string;
    readonly commentFault?: string;
  } = {},
): Promise<PageAnswer> => {
  const { engine, person, texts } = inside;
  const { tenant, userId: actorUserId } = person;
  const { action, comment, ids } = drafted;
  const subject = subjectOf(drafted);
  const picked = new Set(ids);
  const back = (status: number, text: string): Promise<PageAnswer> =>
    listed(inside, status, {
      selected: (id) => picked.has(id),
      comment,
      notice: { kind: 'bad', text },
    });
  const review = await engine.reviewDecision(tenant, { actorUserId, action, ...subject });
  if (E.isLeft(review))
    return review.left._tag === 'InvalidInput'
      ? back(400, texts.approvals.chooseFirst)
      : stopped(inside, review.left);
  const leftOut = leftOutOf(review.right, inside);
  if (review.right.count === 0) {
    const why = leftOut[0] === undefined ? [] : [leftOut[0].why];
    return back(409, [texts.approvals.nothingLeft, ...why].join(' '));
  }
  const gone = new Set<string>(review.right.refused.map(({ transactionId }) => transactionId));
  const draft = { ...drafted, ids: ids.filter((id) => !gone.has(id)) };
  const proof = await proofFor(inside, draft, review.right);
  if (E.isLeft(proof)) return proof.left;
  const asked = proof.right && {
    asked: proof.right,
    passkeyOnly: review.right.secondFactor === 'passkey',
  };
  // Sent twice, the form of one page does nothing twice.
  const key = randomUUID();
  const shown = { draft, key, review: review.right, leftOut, proof: asked, ...wrong };
  return page(wrong.status ?? 200, confirmPage(inside, shown));
};

/** The address of the page with the totals: it can be gone back to and asked for again, and says how things stand then. */
const toConfirm = ({ action, comment, ids, jobId }: Draft): PageAnswer => {
  const on = jobId === undefined ? { ids: ids.join(' ') } : { job: jobId };
  const query = new URLSearchParams({ action, comment, ...on });
  return see(`${AT}/confirm?${query.toString()}`);
};

const review = async (inside: Inside): Promise<PageAnswer> => {
  const { visit, texts } = inside;
  const { approvals } = texts;
  const comment = commentIn(visit.form);
  if (visit.form.get('action') === 'select')
    return listed(inside, 200, { selected: () => true, comment });
  if (!Comment.is(comment)) return again(inside, 400, { commentFault: approvals.badComment });
  const jobId = visit.query('job');
  const isWhole = visit.form.has('whole') && jobId !== undefined && JobId.is(jobId);
  const ids = isWhole ? [] : pickedIn(inside);
  if (!isWhole && ids.length === 0)
    return again(inside, 400, { notice: { kind: 'bad', text: approvals.chooseFirst } });
  const draft = { action: actionIn(visit.form.get('action')), comment, ids };
  return toConfirm(isWhole ? { ...draft, jobId } : draft);
};

/** The decision that an address or a form names. */
const draftFrom = (value: (name: string) => string | undefined): Draft => {
  const jobId = value('job');
  return {
    action: actionIn(value('action')),
    comment: commentIn({ get: value }),
    ids: (value('ids') ?? '').split(' ').filter((id) => id !== ''),
    ...(jobId !== undefined && { jobId }),
  };
};

const draftIn = ({ visit: { form } }: Inside): Draft => draftFrom((name) => form.get(name));

/** Takes the decision. That on named payouts is taken once, however often it is sent; on a job it goes on where it was. */
const decide = async ({ engine, visit, person }: Inside, draft: Draft) => {
  const { tenant, userId } = person;
  const { action, comment, ids, jobId } = draft;
  const key = visit.form.get('key') ?? '';
  const challengeId = visit.form.get('factorChallenge');
  const decision = {
    actorUserId: userId,
    action,
    ...(comment !== '' && { comment }),
    ...(challengeId !== undefined && { challengeId, ...proofIn(visit.form) }),
  };
  if (jobId !== undefined) {
    const seenAt = Number(visit.form.get('seenAt') ?? NaN);
    const seenAs = visit.form.get('seenAs') ?? '';
    return engine.decideJob(tenant, { ...decision, jobId, seenAt, seenAs });
  }
  const values = { ...decision, transactionIds: ids };
  const route = 'POST /portal/approvals/decide';
  const done = await engine.idempotently(tenant, { userId, route, key, values }, (changes) =>
    changes.decidePayouts(tenant, values),
  );
  return E.isLeft(done) ? done : E.right(done.right.answer);
};

const outcomeOf = (inside: Inside, draft: Draft, results: ReadonlyArray<DecisionResult>) => {
  let amount = 0n;
  let count = 0;
  const leftOut: LeftOut[] = [];
  for (const { transactionId, reference = transactionId, result } of results) {
    if (E.isRight(result)) {
      count += 1;
      amount += BigInt(result.right.amount.value);
    } else {
      leftOut.push({ reference, why: refusalText(result.left, inside.texts) });
    }
  }
  // Where nothing of the job waits any more, the page says that in place of a count.
  const waited = results.length === 0 ? 0 : Number(inside.visit.form.get('waited') ?? 0);
  const gone = waited - results.length;
  return decidedPage(inside, { ...draft, count, amount, gone, leftOut });
};

/** What is decided is not what was shown, or the form does not say what was. */
const CHANGED: ReadonlySet<string> = new Set([
  'InvalidInput',
  'OtherThanChallenged',
  'RightsChanged',
  'SecondFactorNeeded',
  'IdempotencyKeyReused',
]);

const confirm = async (inside: Inside): Promise<PageAnswer> => {
  const { texts } = inside;
  const draft = draftIn(inside);
  if (!Comment.is(draft.comment))
    return reviewed(inside, draft, { status: 400, commentFault: texts.approvals.badComment });
  const done = await decide(inside, draft);
  if (E.isRight(done)) return page(200, outcomeOf(inside, draft, done.right));
  const refusal = done.left;
  if (CHANGED.has(refusal._tag))
    return reviewed(inside, draft, { status: 409, fault: texts.approvals.changed });
  return isProofRefusal(refusal)
    ? reviewed(inside, draft, { status: 409, fault: proofFault(refusal, texts).text })
    : stopped(inside, refusal);
};

/** What waits for a person, and their decisions on it. */
export const approvalRoutes = (routes: InsideRoutes): ReadonlyArray<PageRoute> => [
  ...routes.page({ path: AT, answer: (inside) => listed(inside, 200, {}) }),
  ...routes.form({
    path: `${AT}/review`,
    page: AT,
    filled: (inside) => again(inside, 200),
    answer: review,
  }),
  ...routes.page({
    path: `${AT}/confirm`,
    answer: (inside) => reviewed(inside, draftFrom(inside.visit.query)),
  }),
  ...routes.form({
    path: `${AT}/decide`,
    page: AT,
    filled: async (inside) => toConfirm(draftIn(inside)),
    answer: confirm,
  }),
];
