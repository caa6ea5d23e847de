import { rupees } from '@hundi/core';
import type { ApprovalSum, ApprovalSums, AwaitingPayout, UnusualPayouts } from '@hundi/core/wire';
import type { Page } from '../../page.js';
import { PageForm } from '../../page-form.js';
import { Choice, CommentField, Notice, TextField } from '../form-field.js';
import type { Inside } from '../inside.js';
import { NameIn, PackageCell, PayeeCell } from '../payout-cells.js';
import { payoutAt } from '../payout-path.js';
import { portalPage } from '../portal-page.js';
import { queryOf, type ApprovalsAsked } from './approvals-query.js';
import { Sums, together, totalOf } from './sums.js';
import { Unusual } from './unusual.js';

/** What the page of everything that waits for a person shows. */
export interface ApprovalsShown {
  readonly asked: ApprovalsAsked;
  readonly sums: ApprovalSums;
  /** What stands out; of one job only. */
  readonly unusual?: UnusualPayouts | undefined;
  readonly items: ReadonlyArray<AwaitingPayout>;
  readonly next?: string | undefined;
  /** What was selected and typed; of a page that nobody has worked on yet, nothing. */
  readonly selected: (id: string) => boolean;
  readonly whole?: boolean;
  readonly comment?: string | undefined;
  readonly commentFault?: string | undefined;
  readonly notice?: { readonly kind: 'good' | 'bad'; readonly text: string } | undefined;
}

const JOBS_SHOWN = 20;

/** The name of a checkbox: each payout has one of its own. */
export const PICK = 'payout-';

interface JobSum {
  readonly jobId: string;
  readonly apiRefNumber: string;
  readonly makers: ReadonlyArray<string>;
  readonly count: number;
  readonly amount: bigint;
  readonly since: number;
}

const byJob = (sums: ReadonlyArray<ApprovalSum>): ReadonlyArray<JobSum> => {
  const jobs = new Map<string, JobSum>();
  for (const { jobId, apiRefNumber, maker, count, amount, since } of sums) {
    if (jobId === undefined) continue;
    const before = jobs.get(jobId);
    const makers = new Set([...(before?.makers ?? []), maker.username]);
    jobs.set(jobId, {
      jobId,
      apiRefNumber,
      makers: [...makers],
      count: (before?.count ?? 0) + count,
      amount: (before?.amount ?? 0n) + amount,
      since: Math.min(before?.since ?? Infinity, since),
    });
  }
  return [...jobs.values()].filter(({ count }) => count > 1).sort((a, b) => b.count - a.count);
};

const Jobs = ({ inside, shown }: { readonly inside: Inside; readonly shown: ApprovalsShown }) => {
  const { visit, profile, texts } = inside;
  const { approvals } = texts;
  const jobs = byJob(shown.sums.sums);
  if (jobs.length === 0 || shown.asked.typed.job !== '') return null;
  return (
    <div class="scroll" role="region" aria-label={approvals.jobs} tabindex={0}>
      <table>
        <caption>{approvals.jobs}</caption>
        <thead>
          <tr>
            <th scope="col">{approvals.job}</th>
            <th scope="col" class="num">
              {approvals.count}
            </th>
            <th scope="col" class="num">
              {approvals.amount}
            </th>
            <th scope="col">{approvals.maker}</th>
            <th scope="col">{approvals.since}</th>
          </tr>
        </thead>
        <tbody>
          {jobs
            .slice(0, JOBS_SHOWN)
            .map(({ jobId, apiRefNumber, makers, count, amount, since }) => (
              <tr key={jobId}>
                <th scope="row">
                  <a href={visit.href(`/portal/approvals${queryOf({ job: jobId })}`)}>
                    <bdi>{apiRefNumber}</bdi>
                  </a>
                </th>
                <td class="num">{count.toLocaleString(texts.locale)}</td>
                <td class="num">{rupees(amount)}</td>
                <td>
                  <bdi>{makers.join(', ')}</bdi>
                </td>
                <td>{texts.moment(since, profile.timeZone)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {jobs.length > JOBS_SHOWN && (
        <p class="quiet">{approvals.moreJobs(jobs.length - JOBS_SHOWN)}</p>
      )}
    </div>
  );
};

const unique = (
  options: ReadonlyArray<readonly [string, string]>,
): ReadonlyArray<readonly [string, string]> => [...new Map(options)];

const Filters = ({
  inside,
  shown,
}: {
  readonly inside: Inside;
  readonly shown: ApprovalsShown;
}) => {
  const { visit, texts } = inside;
  const { approvals } = texts;
  const { typed, faults } = shown.asked;
  const { sums } = shown.sums;
  const isFiltered = Object.values(typed).some((value) => value !== '');
  const faultOf = (name: 'min' | 'max') =>
    faults.includes(name) ? approvals.badAmount : undefined;
  return (
    <details {...(isFiltered && { open: true })}>
      <summary>{approvals.filter}</summary>
      <form method="get" action={visit.href('/portal/approvals')}>
        <div class="row">
          <Choice
            name="package"
            label={approvals.package}
            any={approvals.any}
            value={typed.package}
            options={unique(sums.map(({ packageCode }) => [packageCode, packageCode]))}
          />
          <Choice
            name="maker"
            label={approvals.maker}
            any={approvals.any}
            value={typed.maker}
            options={unique(sums.map(({ maker }) => [maker.userId, maker.username]))}
          />
          <Choice
            name="job"
            label={approvals.job}
            any={approvals.any}
            value={typed.job}
            options={unique(
              sums.flatMap(({ jobId, apiRefNumber }) =>
                jobId === undefined ? [] : [[jobId, apiRefNumber] as const],
              ),
            ).slice(0, 100)}
          />
          <Choice
            name="age"
            label={approvals.age}
            any={approvals.any}
            value={typed.age}
            options={Object.entries(approvals.ages)}
          />
          <TextField
            name="min"
            label={approvals.from}
            value={typed.min}
            inputmode="decimal"
            fault={faultOf('min')}
          />
          <TextField
            name="max"
            label={approvals.to}
            value={typed.max}
            inputmode="decimal"
            fault={faultOf('max')}
          />
        </div>
        <div class="actions">
          <button class="second">{approvals.show}</button>
          {isFiltered && (
            <a class="button second" href={visit.href('/portal/approvals')}>
              {approvals.showAll}
            </a>
          )}
        </div>
      </form>
    </details>
  );
};

const Row = ({
  inside: { visit, profile, texts },
  payout,
  selected,
}: {
  readonly inside: Inside;
  readonly payout: AwaitingPayout;
  readonly selected: boolean;
}) => {
  const { transactionId, reference, amount } = payout;
  const { approvals } = texts;
  const { approval, actors, timestamps, via } = payout;
  return (
    <tr>
      <td class="pick">
        <input
          type="checkbox"
          name={`${PICK}${transactionId}`}
          value="yes"
          aria-label={reference}
          checked={selected}
        />
      </td>
      <th scope="row">
        <a href={visit.href(payoutAt(transactionId))}>
          <bdi>{reference}</bdi>
        </a>
      </th>
      <PayeeCell {...payout} />
      <PackageCell {...payout} />
      <td>
        <NameIn name={actors.createdBy.username} />
        <span class="sub">{texts.moment(timestamps.createdAt, profile.timeZone)}</span>
        {via !== undefined && <span class="sub">{approvals.viaKey(via.keyId)}</span>}
        {approval !== undefined && approval.levelsRequired > 1 && (
          <span class="sub">{approvals.level(approval.currentLevel, approval.levelsRequired)}</span>
        )}
      </td>
      <td class="num">{rupees(amount.value)}</td>
    </tr>
  );
};

const List = ({ inside, shown }: { readonly inside: Inside; readonly shown: ApprovalsShown }) => {
  const { visit, texts } = inside;
  const { approvals } = texts;
  const { asked, items, next, selected, whole, comment, commentFault, sums } = shown;
  const { typed } = asked;
  const query = queryOf({ ...typed, after: visit.query('after') ?? '' });
  const total = totalOf(sums.sums);
  const { job, ...others } = typed;
  // The whole job is decided on, and not what other filters leave of it.
  const isJobAlone = job !== '' && Object.values(others).every((value) => value === '');
  return (
    <PageForm visit={visit} action={`/portal/approvals/review${query}`}>
      {isJobAlone && total.count > 1 && (
        <label class="check">
          <input type="checkbox" name="whole" value="yes" checked={whole ?? false} />
          <span>{approvals.wholeJob(total.count, rupees(total.amount))}</span>
        </label>
      )}
      <div class="scroll" role="region" aria-label={approvals.list} tabindex={0}>
        <table class="rows">
          <caption>{approvals.list}</caption>
          <thead>
            <tr>
              <td class="pick"></td>
              <th scope="col">{approvals.reference}</th>
              <th scope="col">{approvals.payee}</th>
              <th scope="col">{approvals.package}</th>
              <th scope="col">{approvals.maker}</th>
              <th scope="col" class="num">
                {approvals.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((payout) => (
              <Row
                key={payout.transactionId}
                inside={inside}
                payout={payout}
                selected={selected(payout.transactionId)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {next !== undefined && (
        <p>
          <a href={visit.href(`/portal/approvals${queryOf({ ...typed, after: next })}`)}>
            {approvals.older}
          </a>
        </p>
      )}
      <CommentField
        label={approvals.comment}
        hint={approvals.commentHint}
        value={comment}
        fault={commentFault}
      />
      <div class="actions">
        <button name="action" value="approve">
          {approvals.approve}
        </button>
        <button class="second" name="action" value="reject">
          {approvals.reject}
        </button>
        {/* Behind the others: the first button is what the key Enter presses. */}
        <button class="plain" name="action" value="select">
          {approvals.selectPage}
        </button>
      </div>
    </PageForm>
  );
};

/** Everything that waits for a person: counts first, then sums, then the rows of one page. */
export const approvalsPage = (inside: Inside, shown: ApprovalsShown): Page => {
  const { approvals } = inside.texts;
  const { sums, unusual, items, notice, asked } = shown;
  const { count, amount } = totalOf(sums.sums);
  const isFiltered = Object.values(asked.typed).some((value) => value !== '');
  const said =
    count === 0
      ? isFiltered
        ? approvals.noneLikeThis
        : approvals.none
      : approvals.waiting(count, rupees(amount), sums.isWhole);
  return portalPage(inside, {
    title: approvals.title,
    at: 'approvals',
    content: (
      <>
        <h1>{approvals.title}</h1>
        {notice !== undefined && <Notice {...notice} takesFocus />}
        <section class="card">
          <p>
            <strong>{said}</strong>
          </p>
          {sums.sums.length > 0 && <Sums sums={together(sums.sums)} texts={inside.texts} />}
          {unusual !== undefined && count > 0 && <Unusual inside={inside} unusual={unusual} />}
          <Jobs inside={inside} shown={shown} />
          {(count > 0 || isFiltered) && <Filters inside={inside} shown={shown} />}
        </section>
        {items.length > 0 && (
          <section class="card">
            <List inside={inside} shown={shown} />
          </section>
        )}
      </>
    ),
  });
};
