import { rupees, type TransactionObject } from '@hundi/core';
import { SEARCH_MAX, type ReportSums, type WebhookEndpointView } from '@hundi/core/wire';
import type { Page } from '../../page.js';
import { Choice, Notice, TextField } from '../form-field.js';
import type { Inside } from '../inside.js';
import { payoutAt } from '../payout-path.js';
import { beginningOf, lettersFor, packageCell, payeeCell } from '../payout-cells.js';
import { portalPage } from '../portal-page.js';
import { queryText } from '../query-text.js';
import { ByDay, totalOf, Waiting, Webhooks } from './pictures.js';
import type { FilterName, ReportAsked } from './report-query.js';

/** What the page of reports shows. */
export interface ReportsShown {
  readonly asked: ReportAsked;
  readonly faults: ReadonlySet<FilterName>;
  /** Reads what takes longer than the rest. Absent where the filters cannot be read. */
  readonly find?: () => Promise<Found>;
}

/** What the filters find. */
interface Found {
  readonly items: ReadonlyArray<TransactionObject>;
  readonly next: string | undefined;
  /** Undefined for a person who lost the role meanwhile. */
  readonly sums: ReportSums | undefined;
  /** Undefined for people who do not look after webhooks. */
  readonly endpoints: ReadonlyArray<WebhookEndpointView> | undefined;
}

export const AT = '/portal/reports';

const Filters = ({
  inside: { visit, texts },
  shown: { asked, faults },
}: {
  readonly inside: Inside;
  readonly shown: ReportsShown;
}) => {
  const { reports } = texts;
  const field = (name: FilterName) => ({
    name,
    label: reports.filters[name],
    value: asked.typed[name],
    fault: faults.has(name) ? reports.faults[name] : undefined,
  });
  return (
    <form method="get" action={visit.href(AT)}>
      <div class="row top">
        <TextField {...field('from')} type="date" />
        <TextField {...field('to')} type="date" />
        <TextField {...field('search')} maxlength={SEARCH_MAX} hint={texts.find.amountHint} />
        <Choice {...field('state')} any={reports.any} options={Object.entries(texts.states)} />
      </div>
      <details {...(faults.size > 0 && { open: true })}>
        <summary>{reports.moreFilters}</summary>
        <div class="row top">
          <TextField {...field('package')} hint={reports.codesHint} />
          <TextField {...field('method')} hint={reports.codesHint} />
          <TextField {...field('account')} />
          <Choice
            {...field('source')}
            any={reports.any}
            options={Object.entries(reports.sources)}
          />
          <TextField {...field('min')} inputmode="decimal" />
          <TextField {...field('max')} inputmode="decimal" />
          <TextField {...field('transaction')} />
        </div>
      </details>
      <div class="actions">
        <button class="second">{reports.show}</button>
        <a class="button second" href={visit.href(AT)}>
          {reports.showAll}
        </a>
      </div>
    </form>
  );
};

const Totals = ({
  inside: { texts, profile },
  sums: { sums, countedAfter },
}: {
  readonly inside: Inside;
  readonly sums: ReportSums;
}) => {
  const { reports, locale } = texts;
  const total = totalOf(sums);
  const states = Object.entries(texts.states)
    .map(([status, text]) => ({ text, ...totalOf(sums.filter((one) => one.status === status)) }))
    .filter(({ count }) => count > 0);
  return (
    <>
      {countedAfter !== undefined && (
        <Notice
          kind="bad"
          text={reports.countedAfter(texts.moment(countedAfter, profile.timeZone))}
        />
      )}
      <p role="status">
        <strong>{reports.total(total.count, rupees(total.amount))}</strong>
      </p>
      {states.length > 0 && (
        <div class="scroll" role="region" aria-label={reports.totals} tabindex={0}>
          <table>
            <caption>{reports.totals}</caption>
            <thead>
              <tr>
                <th scope="col">{reports.state}</th>
                <th scope="col" class="num">
                  {reports.count}
                </th>
                <th scope="col" class="num">
                  {reports.amount}
                </th>
              </tr>
            </thead>
            <tbody>
              {states.map(({ text, count, amount }) => (
                <tr key={text}>
                  <th scope="row">{text}</th>
                  <td class="num">{count.toLocaleString(locale)}</td>
                  <td class="num">{rupees(amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
};

const rowOf = ({ visit, texts, profile }: Inside, payout: TransactionObject, letters: number) => {
  const { reports } = texts;
  const { reference, amount, status, timestamps, utr } = payout;
  return (
    <tr key={payout.transactionId}>
      <th scope="row">
        <a href={visit.href(payoutAt(payout.transactionId))}>
          <bdi>{beginningOf(reference, letters)}</bdi>
        </a>
        <span class="sub">{texts.moment(timestamps.createdAt, profile.timeZone)}</span>
      </th>
      {payeeCell(payout, letters)}
      {packageCell(payout)}
      <td>
        {texts.states[status]}
        {utr !== undefined && <span class="sub">{reports.utr(utr)}</span>}
      </td>
      <td class="num">{rupees(amount.value)}</td>
    </tr>
  );
};

/** What fifty rows and the pictures leave of a page of 60 KB. */
const NAMES_BYTES = 11_000;

const List = ({
  inside,
  shown: { asked },
  items,
  next,
}: {
  readonly inside: Inside;
  readonly shown: ReportsShown;
  readonly items: ReadonlyArray<TransactionObject>;
  readonly next: string | undefined;
}) => {
  const { visit, texts } = inside;
  const { reports } = texts;
  const letters = lettersFor(
    items.flatMap(({ reference, beneficiary }) => [reference, beneficiary?.name ?? '']),
    NAMES_BYTES,
  );
  return (
    <section class="card">
      <div class="scroll" role="region" aria-label={reports.list} tabindex={0}>
        <table class="rows whole">
          <caption>{reports.list}</caption>
          <thead>
            <tr>
              <th scope="col">{reports.reference}</th>
              <th scope="col">{reports.payee}</th>
              <th scope="col">{reports.package}</th>
              <th scope="col">{reports.state}</th>
              <th scope="col" class="num">
                {reports.amount}
              </th>
            </tr>
          </thead>
          <tbody>{items.map((payout) => rowOf(inside, payout, letters))}</tbody>
        </table>
      </div>
      <p class="actions">
        {next !== undefined && (
          <a href={visit.href(`${AT}${queryText({ ...asked.typed, after: next })}`)}>
            {reports.older}
          </a>
        )}
        <a href={visit.href(`${AT}/payouts.csv${queryText(asked.typed)}`)} download="">
          {reports.download}
        </a>
      </p>
    </section>
  );
};

/** Totals, pictures, and the payouts themselves. */
const Results = ({
  inside,
  shown,
  found: { items, next, sums, endpoints },
}: {
  readonly inside: Inside;
  readonly shown: ReportsShown;
  readonly found: Found;
}) => {
  const { days } = shown.asked;
  const isFirst = inside.visit.query('after') === undefined;
  return (
    <>
      <section class="card">
        {sums === undefined ? (
          <Notice kind="bad" text={inside.texts.reports.noRole} />
        ) : (
          <Totals inside={inside} sums={sums} />
        )}
      </section>
      {sums !== undefined && isFirst && sums.sums.length > 0 && (
        <>
          {days.length > 1 && <ByDay inside={inside} days={days} sums={sums.sums} />}
          <Waiting inside={inside} sums={sums.sums} />
        </>
      )}
      {endpoints !== undefined && isFirst && <Webhooks inside={inside} endpoints={endpoints} />}
      {(items.length > 0 || next !== undefined) && (
        <List inside={inside} shown={shown} items={items} next={next} />
      )}
    </>
  );
};

/** The payouts of a period: the filters at once, and what they find once it is read. */
export const reportsPage = (inside: Inside, shown: ReportsShown): Page => {
  const { reports } = inside.texts;
  const { find } = shown;
  return portalPage(inside, {
    title: reports.title,
    at: 'reports',
    content: (
      <>
        <h1>{reports.title}</h1>
        <section class="card">
          <Filters inside={inside} shown={shown} />
        </section>
      </>
    ),
    later: find && (async () => <Results inside={inside} shown={shown} found={await find()} />),
  });
};
