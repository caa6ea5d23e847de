import { rupees } from '@hundi/core';
import type { ApprovalSum, ApprovalSums, AwaitingPayout, UnusualPayouts } from '@hundi/core/wire';
import type { Page } from '../../page.js';
import { PageForm } from '../../page-form.js';
import { Choice, CommentField, Notice, TextField } from '../form-field.js';
import type { Inside } from '../inside.js';
import {
  beginningOf,
  bytesIn,
  LETTERS_SHOWN,
  NameIn,
  packageCell,
  payeeCell,
} from '../payout-cells.js';
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

const JOBS_SHOWN = 12;
const CHOICES_SHOWN = 20;

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

/** What the filters offer of many. */
const choicesOf = (sums: ReadonlyArray<ApprovalSum>) => {
  const first = (options: ReadonlyArray<readonly [string, string]>) =>
    [...new Map(options)].slice(0, CHOICES_SHOWN);
  return {
    packages: first(sums.map(({ packageCode }) => [packageCode, packageCode])),
    makers: first(sums.map(({ maker }) => [maker.userId, maker.username])),
    jobs: first(
      sums.flatMap(({ jobId, apiRefNumber }) =>
        jobId === undefined ? [] : [[jobId, apiRefNumber] as const],
      ),
    ),
  };
};

/** How many letters of a name are shown, and how many of a reference name its checkbox. */
interface Cut {
  readonly shown: number;
  readonly named: number;
}

/** Programs find a checkbox by the whole reference, so names are cut before it is. */
const CUTS: ReadonlyArray<Cut> = [
  { shown: LETTERS_SHOWN, named: 100 },
  { shown: 32, named: 100 },
  { shown: 20, named: 100 },
  ...[32, 24, 16, 12].map((letters) => ({ shown: letters, named: letters })),
];
const SHORTEST: Cut = { shown: 8, named: 8 };

const PAGE_BYTES = 60 * 1_024;

/** What the page takes beside names, in bytes: alone, and for each of what it lists. */
const BESIDE = { page: 23_500, row: 560, unusual: 420, job: 400, choice: 80 };

/** How much of names and references fits on the page. */
const cutOf = ({ sums, items, unusual, comment = '' }: ApprovalsShown): Cut => {
  const jobs = byJob(sums.sums).slice(0, JOBS_SHOWN);
  const { makers, jobs: jobChoices } = choicesOf(sums.sums);
  const choices = [...makers, ...jobChoices];
  const others = unusual?.items ?? [];
  const references = items.map(({ reference }) => reference);
  const names = [
    ...references,
    ...items.map(({ beneficiary }) => beneficiary?.name ?? ''),
    ...items.map(({ actors }) => actors.createdBy.username),
    ...others.flatMap(({ reference, beneficiaryName }) => [reference, beneficiaryName]),
    ...jobs.flatMap((job) => [job.apiRefNumber, job.makers.join(', ')]),
    ...choices.map(([, name]) => name),
  ];
  const left =
    PAGE_BYTES -
    BESIDE.page -
    BESIDE.row * items.length -
    BESIDE.unusual * others.length -
    BESIDE.job * jobs.length -
    BESIDE.choice * choices.length -
    bytesIn([comment], Infinity);
  const fits = ({ shown, named }: Cut): boolean =>
    bytesIn(names, shown) + bytesIn(references, named) <= left;
  return CUTS.find(fits) ?? SHORTEST;
};

interface Parts {
  readonly inside: Inside;
  readonly shown: ApprovalsShown;
  readonly cut: Cut;
}

const Jobs = ({ inside, shown, cut }: Parts) => {
  const { visit, profile, texts } = inside;
  const { approvals } = texts;
  const jobs = byJob(shown.sums.sums);
  if (jobs.length === 0 || shown.asked.typed.job !== '') return null;
  return (
    <div class="scroll" role="region" aria-label={approvals.jobs} tabindex={0}>
      <table class="rows whole">
        <caption>{approvals.jobs}</caption>
        <thead>
          <tr>
            <th scope="col">{approvals.job}</th>
            <th scope="col">{approvals.count}</th>
            <th scope="col">{approvals.maker}</th>
            <th scope="col">{approvals.since}</th>
            <th scope="col" class="num">
              {approvals.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs
            .slice(0, JOBS_SHOWN)
            .map(({ jobId, apiRefNumber, makers, count, amount, since }) => (
              <tr key={jobId}>
                <th scope="row">
                  <a href={visit.href(`/portal/approvals${queryOf({ job: jobId })}`)}>
                    <NameIn name={apiRefNumber} letters={cut.shown} />
                  </a>
                </th>
                <td>{approvals.countOf(count)}</td>
                <td>
                  <NameIn name={makers.join(', ')} letters={cut.shown} />
                </td>
                <td>{texts.moment(since, profile.timeZone)}</td>
                <td class="num">{rupees(amount)}</td>
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

const Filters = ({ inside, shown, cut }: Parts) => {
  const { visit, texts } = inside;
  const { approvals } = texts;
  const { typed, faults } = shown.asked;
  const choices = choicesOf(shown.sums.sums);
  const cutName = ([id, name]: readonly [string, string]) =>
    [id, beginningOf(name, cut.shown)] as const;
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
            options={choices.packages}
          />
          <Choice
            name="maker"
            label={approvals.maker}
            any={approvals.any}
            value={typed.maker}
            options={choices.makers.map(cutName)}
          />
          <Choice
            name="job"
            label={approvals.job}
            any={approvals.any}
            value={typed.job}
            options={choices.jobs.map(cutName)}
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
  cut: { shown, named },
  payout,
  selected,
}: {
  readonly inside: Inside;
  readonly cut: Cut;
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
          aria-label={beginningOf(reference, named)}
          checked={selected}
        />
      </td>
      <th scope="row">
        <a href={visit.href(payoutAt(transactionId))}>
          <NameIn name={reference} letters={shown} />
        </a>
      </th>
      {payeeCell(payout, shown)}
      {packageCell(payout)}
      <td>
        <NameIn name={actors.createdBy.username} letters={shown} />
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

const List = ({ inside, shown, cut }: Parts) => {
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
                cut={cut}
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
  const parts = { inside, shown, cut: cutOf(shown) };
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
          {unusual !== undefined && count > 0 && (
            <Unusual inside={inside} unusual={unusual} letters={parts.cut.shown} />
          )}
          <Jobs {...parts} />
          {(count > 0 || isFiltered) && <Filters {...parts} />}
        </section>
        {items.length > 0 && (
          <section class="card">
            <List {...parts} />
          </section>
        )}
      </>
    ),
  });
};
