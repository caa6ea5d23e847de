import { E, type TransactionObject } from '@hundi/core';
import type { CancelJobError, JobStatusRecord } from '@hundi/core/wire';
import { randomUUID } from 'node:crypto';
import type { Page } from '../../page.js';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import { see, type Inside, type InsideRoutes } from '../inside.js';
import { messagePage } from '../message-page.js';
import { cancelJobPage, isTakenIn, jobAt, jobPage } from './job-page.js';
import { jobPayments, rejectedPayments } from './job-payments.js';
import { jobResults } from './job-results.js';

const AT = '/portal/jobs/{jobId}';
const ROWS_SHOWN = 50;
const REJECTED_SHOWN = 20;
// A job has at most 400 such pages.
const PAGE = /^[1-9][0-9]{0,2}$/;
const NAME_MAX = 60;

const page = (status: number, shown: Page): PageAnswer => ({ kind: 'page', status, page: shown });

const idIn = ({ visit }: Inside): string => visit.params['jobId'] ?? '';

/** The page of a job that is not shown. */
const notShown = (inside: Inside, { _tag }: { readonly _tag: string }): PageAnswer => {
  const { job, payout } = inside.texts;
  const way = { path: '/portal/payouts', text: payout.all } as const;
  const at = 'payouts';
  if (_tag !== 'JobArchived')
    return page(404, messagePage(inside, { at, title: job.absentTitle, text: job.absent, way }));
  const text = `${job.archived} ${idIn(inside)}`;
  return page(410, messagePage(inside, { at, title: job.archivedTitle, text, way }));
};

const readJob = ({ engine, person }: Inside, jobId: string, pageNumber: number) =>
  engine.getJob(person.tenant, {
    jobId,
    actorUserId: person.userId,
    page: pageNumber,
    limit: ROWS_SHOWN,
  });

/** Whether something of it can still be cancelled, as far as its counts say. */
const isOpen = (job: JobStatusRecord): boolean =>
  !isTakenIn(job) || job.counts['pending-approval'] + job.counts.approved > 0;

/** Whether the person gets its payments as they were sent: its maker, where files are brought. */
const isGivenBack = async (
  { engine, offered, person, profile }: Inside,
  jobId: string,
): Promise<boolean> => {
  if (!offered.upload || !profile.permissions.includes('transaction.make')) return false;
  const { tenant, userId: actorUserId } = person;
  return E.isRight(await engine.getJobPayments(tenant, { jobId, actorUserId, page: 1, limit: 1 }));
};

/** Whether the person can cancel it, as far as pages say: the use case decides. A job's maker is that of its payouts. */
const isCancellable = async (inside: Inside, job: JobStatusRecord): Promise<boolean> => {
  const { engine, person, profile } = inside;
  if (!isOpen(job)) return false;
  if (profile.permissions.includes('transaction.cancel_any')) return true;
  const [first] = job.records;
  if (first === undefined || !profile.permissions.includes('transaction.make')) return false;
  const { transactionId } = first;
  const payout = await engine.getTransaction(person.tenant, { transactionId });
  return E.isRight(payout) && payout.right.actors.createdBy.userId === person.userId;
};

interface SomeRejected {
  readonly rejected: ReadonlyArray<TransactionObject>;
  readonly hasMoreRejected: boolean;
}

const NONE: SomeRejected = { rejected: [], hasMoreRejected: false };

const someRejected = async (
  { engine, person }: Inside,
  { jobId, counts }: JobStatusRecord,
): Promise<SomeRejected> => {
  if (counts.rejected + counts.failed === 0) return NONE;
  const found = await engine.browseTransactions(person.tenant, {
    initiatedByUserId: person.userId,
    search: jobId,
    status: 'rejected',
    limit: REJECTED_SHOWN,
  });
  return E.isLeft(found)
    ? NONE
    : { rejected: found.right.items, hasMoreRejected: found.right.hasMore };
};

const show = async (inside: Inside): Promise<PageAnswer> => {
  const { visit, profile } = inside;
  const asked = visit.query('page') ?? '';
  const found = await readJob(inside, idIn(inside), PAGE.test(asked) ? Number(asked) : 1);
  if (E.isLeft(found)) return notShown(inside, found.left);
  const job = found.right;
  const shown = {
    job,
    ...(await someRejected(inside, job)),
    mayDecide: profile.decides && job.counts['pending-approval'] > 0,
    isGivenBack: await isGivenBack(inside, job.jobId),
    isCancellable: await isCancellable(inside, job),
  };
  return page(200, jobPage(inside, shown));
};

type Lines = (inside: Inside, jobId: string) => AsyncIterable<string>;

/** The name of a file with something of a job. */
const fileName = (what: string, { apiRefNumber }: JobStatusRecord): string =>
  `${what}-${apiRefNumber.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, NAME_MAX)}.csv`;

const download =
  (what: string, lines: Lines, maySee: typeof isGivenBack) =>
  async (inside: Inside): Promise<PageAnswer> => {
    const jobId = idIn(inside);
    const found = await readJob(inside, jobId, 1);
    if (E.isLeft(found)) return notShown(inside, found.left);
    if (!(await maySee(inside, jobId))) return notShown(inside, { _tag: 'JobNotFound' });
    return { kind: 'file', name: fileName(what, found.right), lines: lines(inside, jobId) };
  };

/** Why it was not cancelled. */
const notCancelled = (
  inside: Inside,
  jobId: string,
  { _tag }: Pick<CancelJobError, '_tag'>,
): PageAnswer => {
  const { job } = inside.texts;
  const way = { path: jobAt(jobId), text: job.open };
  const told = (status: number, text: string): PageAnswer =>
    page(status, messagePage(inside, { at: 'payouts', title: job.notTitle, text, way }));
  switch (_tag) {
    case 'JobNotFound':
    case 'InvalidInput':
      return notShown(inside, { _tag });
    case 'WrongJobStatus':
      return told(409, job.tooLate);
    case 'StillInDoubt':
      return told(409, job.inDoubt);
    case 'ActorNotFound':
    case 'NotAMaker':
    case 'NotItsMaker':
      return told(403, job.noRole);
  }
};

const askToCancel = async (inside: Inside, jobId: string): Promise<PageAnswer> => {
  const found = await readJob(inside, jobId, 1);
  if (E.isLeft(found)) return notShown(inside, found.left);
  const job = found.right;
  if (await isCancellable(inside, job)) return page(200, cancelJobPage(inside, job, randomUUID()));
  return notCancelled(inside, jobId, { _tag: isOpen(job) ? 'NotItsMaker' : 'WrongJobStatus' });
};

const cancel = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, visit, person } = inside;
  const { tenant, userId } = person;
  const jobId = visit.form.get('jobId') ?? '';
  const request = {
    userId,
    route: 'POST /portal/jobs/cancel',
    key: visit.form.get('key') ?? '',
    values: { jobId },
  };
  const done = await engine.idempotently(tenant, request, (changes) =>
    changes.cancelJob(tenant, { jobId, by: { kind: 'user', userId } }),
  );
  if (E.isRight(done)) return see(jobAt(jobId));
  return done.left._tag === 'IdempotencyKeyReused'
    ? askToCancel(inside, jobId)
    : notCancelled(inside, jobId, done.left);
};

/** A job that a person may look at, its results and its payments as files, and cancelling it. */
export const jobRoutes = (routes: InsideRoutes): ReadonlyArray<PageRoute> => [
  ...routes.page({ path: AT, answer: show }),
  ...routes.page({
    path: `${AT}/results.csv`,
    answer: download('results', jobResults, async () => true),
  }),
  ...routes.page({
    path: `${AT}/payments.csv`,
    answer: download('payments', jobPayments, isGivenBack),
  }),
  ...routes.page({
    path: `${AT}/rejected.csv`,
    answer: download('rejected', rejectedPayments, isGivenBack),
  }),
  ...routes.page({
    path: `${AT}/cancel`,
    answer: (inside) => askToCancel(inside, idIn(inside)),
  }),
  ...routes.form({
    path: '/portal/jobs/cancel',
    page: '/portal/payouts',
    filled: (inside) => askToCancel(inside, inside.visit.form.get('jobId') ?? ''),
    answer: cancel,
  }),
];
