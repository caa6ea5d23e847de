import { rupees, type TransactionObject } from '@hundi/core';
import type { JobStatusRecord, ShownJob } from '@hundi/core/wire';
import type { Page } from '../../page.js';
import { PageForm } from '../../page-form.js';
import { lookAgainAt, type Inside } from '../inside.js';
import { NameIn } from '../payout-cells.js';
import { payoutAt } from '../payout-path.js';
import { listAt } from '../payouts/payouts-query.js';
import { LookAgain } from '../look-again.js';
import { portalPage } from '../portal-page.js';

/** What a job's page shows. */
export interface JobShown {
  readonly job: ShownJob;
  /** The first of those that were rejected. */
  readonly rejected: ReadonlyArray<TransactionObject>;
  readonly hasMoreRejected: boolean;
  /** Whether payouts of it may wait for the person. */
  readonly mayDecide: boolean;
  /** Whether the person gets its payments as they were sent, to mend and to bring again. */
  readonly isGivenBack: boolean;
  readonly isCancellable: boolean;
}

const CHECKED_SECONDS = 5;
const PAID_SECONDS = 15;

/** The address of a job's page. */
export const jobAt = (jobId: string): `/${string}` => `/portal/jobs/${encodeURIComponent(jobId)}`;

/** Whether the service still checks its rows. */
export const isTakenIn = ({ status }: Pick<JobStatusRecord, 'status'>): boolean =>
  status !== 'queued' && status !== 'processing';

type Row = JobStatusRecord['records'][number];

const hereOf = ({ jobId, pagination: { page } }: JobStatusRecord): `/${string}` =>
  page === 1 ? jobAt(jobId) : `${jobAt(jobId)}?page=${String(page)}`;

/** How many of its payments are checked; once all are, how many have come to their end. */
const doneOf = (job: JobStatusRecord): number => {
  const { created, rejected, paid, failed } = job.counts;
  return isTakenIn(job) ? paid + failed + rejected : created + rejected;
};

const MOVING: ReadonlySet<Row['routingState']> = new Set(['approved', 'sent_to_bank']);

/**
 * When the page looks again. It does not while a person reads later rows, nor where what is shown waits for people or for
 * its day.
 */
const againOf = ({ visit }: Inside, { jobId, status, pagination, records }: JobStatusRecord) => {
  const isMoving = !isTakenIn({ status }) || records.some((row) => MOVING.has(row.routingState));
  if (pagination.page > 1 || !isMoving) return undefined;
  const seconds = isTakenIn({ status }) ? PAID_SECONDS : CHECKED_SECONDS;
  return { seconds, at: visit.href(lookAgainAt(jobAt(jobId))) };
};

const Progress = ({ inside, job }: { readonly inside: Inside; readonly job: JobStatusRecord }) => {
  const { visit, texts } = inside;
  const words = texts.job;
  const again = againOf(inside, job);
  const { total } = job.counts;
  const done = doneOf(job);
  return (
    <>
      <p>
        <strong>{words.states[job.status]}</strong>
      </p>
      <div>
        <label for="progress">
          {isTakenIn(job) ? words.settled(done, total) : words.checked(done, total)}
        </label>
        <progress id="progress" max={total} value={done}></progress>
      </div>
      <p class="quiet">
        {again !== undefined && (
          <>
            <LookAgain words={words} again={again} />{' '}
          </>
        )}
        <a href={visit.href(hereOf(job))}>{words.refresh}</a>
      </p>
    </>
  );
};

const COUNTED = ['created', 'rejected', 'pending-approval', 'approved', 'paid', 'failed'] as const;

const Counts = ({
  inside: { texts },
  job: { counts, amounts },
}: {
  readonly inside: Inside;
  readonly job: ShownJob;
}) => (
  <dl class="facts" aria-label={texts.job.counts}>
    {COUNTED.map((name) => (
      <div key={name}>
        <dt>{texts.job.countsOf[name]}</dt>
        <dd class="number">
          {counts[name].toLocaleString(texts.locale)}
          {amounts !== undefined && counts[name] > 0 && (
            <span class="sub">{rupees(amounts[name])}</span>
          )}
        </dd>
      </div>
    ))}
  </dl>
);

const Rejected = ({
  inside: { visit, texts },
  shown: { job, rejected, hasMoreRejected, isGivenBack },
}: {
  readonly inside: Inside;
  readonly shown: JobShown;
}) => {
  const { job: words, engine } = texts;
  if (rejected.length === 0) return null;
  const all = listAt({ search: job.jobId, status: 'rejected' });
  return (
    <section class="card">
      <div class="scroll" role="region" aria-label={words.rejected} tabindex={0}>
        <table class="rows whole">
          <caption>{words.rejected}</caption>
          <thead>
            <tr>
              <th scope="col">{words.reference}</th>
              <th scope="col">{words.why}</th>
              <th scope="col" class="num">
                {words.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {rejected.map(({ transactionId, reference, statusDetails, amount }) => (
              <tr key={transactionId}>
                <th scope="row">
                  <a href={visit.href(payoutAt(transactionId))}>
                    <NameIn name={reference} />
                  </a>
                </th>
                <td>
                  <bdi>
                    {statusDetails && engine.coded(statusDetails.code, statusDetails.message)}
                  </bdi>
                </td>
                <td class="num">{rupees(amount.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hasMoreRejected && (
        <p>
          <a href={visit.href(all)}>{words.allRejected}</a>
        </p>
      )}
      {isGivenBack && isTakenIn(job) && job.counts.rejected > 0 && (
        <p>
          <a href={visit.href(`${jobAt(job.jobId)}/rejected.csv`)} download>
            {words.mend}
          </a>
        </p>
      )}
    </section>
  );
};

const stateOf = ({ states }: Inside['texts'], { routingState }: Row): string =>
  states[routingState === 'processing' ? 'queued' : routingState];

const Records = ({
  inside: { visit, texts },
  job: { jobId, records, pagination },
}: {
  readonly inside: Inside;
  readonly job: JobStatusRecord;
}) => {
  const words = texts.job;
  const { page, limit, total } = pagination;
  const at = (other: number) => visit.href(`${jobAt(jobId)}?page=${String(other)}`);
  return (
    <section class="card">
      {records.length === 0 ? (
        <p>{words.noneHere}</p>
      ) : (
        <div class="scroll" role="region" aria-label={words.records} tabindex={0}>
          <table class="rows whole">
            <caption>{words.records}</caption>
            <thead>
              <tr>
                <th scope="col" class="num">
                  {words.row}
                </th>
                <th scope="col">{words.reference}</th>
                <th scope="col">{words.status}</th>
                <th scope="col">{words.why}</th>
              </tr>
            </thead>
            <tbody>
              {records.map((row) => (
                <tr key={row.transactionId}>
                  <td class="num">{(row.index + 1).toLocaleString(texts.locale)}</td>
                  <th scope="row">
                    <a href={visit.href(payoutAt(row.transactionId))}>
                      <NameIn name={row.transactionReference} />
                    </a>
                  </th>
                  <td>{stateOf(texts, row)}</td>
                  <td>
                    <bdi>
                      {texts.engine.coded(row.rejectionCode ?? '', row.rejectionMessage ?? '')}
                    </bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {total > limit && (
        <p class="actions">
          {page > 1 && <a href={at(page - 1)}>{words.before}</a>}
          {page * limit < total && <a href={at(page + 1)}>{words.after}</a>}
        </p>
      )}
    </section>
  );
};

const Doings = ({
  inside: { visit, texts },
  shown: { job, mayDecide, isGivenBack, isCancellable },
}: {
  readonly inside: Inside;
  readonly shown: JobShown;
}) => {
  const words = texts.job;
  const { jobId } = job;
  return (
    <div class="actions">
      {mayDecide && (
        <a class="button" href={visit.href(`/portal/approvals?job=${encodeURIComponent(jobId)}`)}>
          {words.decide}
        </a>
      )}
      <a class="button second" href={visit.href(`${jobAt(jobId)}/results.csv`)} download>
        {words.download}
      </a>
      {isGivenBack && (
        <a class="button second" href={visit.href(`${jobAt(jobId)}/payments.csv`)} download>
          {words.brought}
        </a>
      )}
      <a class="button second" href={visit.href(listAt({ search: jobId }))}>
        {words.payouts}
      </a>
      {isCancellable && (
        <form method="get" action={visit.href(`${jobAt(jobId)}/cancel`)}>
          <button class="second">{words.cancel}</button>
        </form>
      )}
    </div>
  );
};

/** One job: how far it is, what became of its payments, those that were rejected first, and what can be done about it. */
export const jobPage = (inside: Inside, shown: JobShown): Page => {
  const { job } = shown;
  const { texts, profile } = inside;
  const at = (moment: string): string => texts.moment(Date.parse(moment), profile.timeZone);
  return portalPage(inside, {
    title: texts.job.title(job.apiRefNumber),
    at: 'payouts',
    again: againOf(inside, job),
    content: (
      <>
        <h1>
          <bdi>{texts.job.title(job.apiRefNumber)}</bdi>
        </h1>
        <section class="card">
          <Progress inside={inside} job={job} />
          <Counts inside={inside} job={job} />
          <p class="quiet">
            {texts.job.sent} {at(job.requestedAt)}
            {job.completedAt !== undefined && `, ${texts.job.done} ${at(job.completedAt)}`}
            <span class="sub">
              {texts.job.id} {job.jobId}
            </span>
          </p>
          <Doings inside={inside} shown={shown} />
        </section>
        <Rejected inside={inside} shown={shown} />
        <Records inside={inside} job={job} />
      </>
    ),
  });
};

/** Asks once more before a job is cancelled. */
export const cancelJobPage = (
  inside: Inside,
  { jobId, apiRefNumber }: JobStatusRecord,
  /** Names the form of this page: sent twice, it cancels once. */
  key: string,
): Page => {
  const { visit, texts } = inside;
  const title = texts.job.ask(apiRefNumber);
  return portalPage(inside, {
    title,
    at: 'payouts',
    content: (
      <section class="card narrow">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p>{texts.job.askText}</p>
        <PageForm visit={visit} action="/portal/jobs/cancel">
          <input type="hidden" name="jobId" value={jobId} />
          <input type="hidden" name="key" value={key} />
          <div class="actions">
            <button>{texts.job.confirm}</button>
            <a class="button second" href={visit.href(jobAt(jobId))}>
              {texts.job.back}
            </a>
          </div>
        </PageForm>
      </section>
    ),
  });
};
