import { rupees, type TransactionObject } from '@hundi/core';
import { SEARCH_MAX, type PayoutReach } from '@hundi/core/wire';
import type { Page } from '../../page.js';
import { Choice, TextField } from '../form-field.js';
import type { Inside } from '../inside.js';
import { beginningOf, lettersFor, packageCell, payeeCell } from '../payout-cells.js';
import { payoutAt } from '../payout-path.js';
import { portalPage } from '../portal-page.js';
import { listAt, type FilterName, type PayoutsAsked } from './payouts-query.js';

/** What the list of payouts shows. */
export interface PayoutsShown {
  readonly asked: PayoutsAsked;
  readonly reach: PayoutReach;
  readonly items: ReadonlyArray<TransactionObject>;
  readonly next?: string | undefined;
  /** Whether newer payouts are above these. */
  readonly isLater: boolean;
}

const isFiltered = ({ typed }: PayoutsAsked): boolean =>
  Object.values(typed).some((value) => value !== '');

const Filters = ({ inside, shown }: { readonly inside: Inside; readonly shown: PayoutsShown }) => {
  const { visit, texts } = inside;
  const { payouts, states } = texts;
  const { typed, faults } = shown.asked;
  const { packages, debitAccounts } = shown.reach;
  const faultOf = (name: FilterName, text: string) => (faults.includes(name) ? text : undefined);
  const dayFault = (name: 'from' | 'to') =>
    faultOf(
      name,
      /^\d{4}-\d{2}-\d{2}$/.test(typed[name]) && name === 'to' ? payouts.badDays : payouts.badDay,
    );
  return (
    <details {...(isFiltered(shown.asked) && { open: true })}>
      <summary>{payouts.filter}</summary>
      <form method="get" action={visit.href('/portal/payouts')}>
        <div class="row">
          <TextField
            name="search"
            label={payouts.search}
            value={typed.search}
            maxlength={SEARCH_MAX}
            hint={texts.find.amountHint}
            fault={faultOf('search', payouts.badSearch)}
          />
          <Choice
            name="status"
            label={payouts.status}
            any={payouts.any}
            value={typed.status}
            options={Object.entries(states)}
            fault={faultOf('status', payouts.badOther)}
          />
          <Choice
            name="package"
            label={payouts.package}
            any={payouts.any}
            value={typed.package}
            options={packages.map(({ packageCode }) => [packageCode, packageCode])}
            fault={faultOf('package', payouts.badOther)}
          />
          <Choice
            name="account"
            label={payouts.account}
            any={payouts.any}
            value={typed.account}
            options={debitAccounts.map(({ debitAccountId, accountName, shownNumber }) => [
              debitAccountId,
              payouts.accountOf(accountName, shownNumber),
            ])}
            fault={faultOf('account', payouts.badOther)}
          />
          <TextField
            name="from"
            type="date"
            label={payouts.from}
            value={typed.from}
            fault={dayFault('from')}
          />
          <TextField
            name="to"
            type="date"
            label={payouts.to}
            value={typed.to}
            fault={dayFault('to')}
          />
          <TextField
            name="min"
            label={payouts.min}
            value={typed.min}
            inputmode="decimal"
            fault={faultOf('min', payouts.badAmount)}
          />
          <TextField
            name="max"
            label={payouts.max}
            value={typed.max}
            inputmode="decimal"
            fault={faultOf('max', payouts.badAmount)}
          />
        </div>
        <div class="actions">
          <button class="second">{payouts.show}</button>
          {isFiltered(shown.asked) && (
            <a class="button second" href={visit.href('/portal/payouts')}>
              {payouts.showAll}
            </a>
          )}
        </div>
      </form>
    </details>
  );
};

const rowOf = ({ visit, profile, texts }: Inside, payout: TransactionObject, letters: number) => {
  const { transactionId, reference, amount, actors, timestamps, status } = payout;
  return (
    <tr key={transactionId}>
      <th scope="row">
        <a href={visit.href(payoutAt(transactionId))}>
          <bdi>{beginningOf(reference, letters)}</bdi>
        </a>
      </th>
      {payeeCell(payout, letters)}
      <td>{texts.states[status]}</td>
      {packageCell(payout)}
      <td>
        <bdi>{beginningOf(actors.createdBy.username, letters)}</bdi>
        <span class="sub">{texts.moment(timestamps.createdAt, profile.timeZone)}</span>
      </td>
      <td class="num">{rupees(amount.value)}</td>
    </tr>
  );
};

/** What fifty rows leave of a page of 60 KB. */
const NAMES_BYTES = 18_000;

/** A table of payouts, each with a link to its page. */
const PayoutTable = ({
  inside,
  caption,
  items,
}: {
  readonly inside: Inside;
  readonly caption: string;
  readonly items: ReadonlyArray<TransactionObject>;
}) => {
  const { payouts } = inside.texts;
  const letters = lettersFor(
    items.flatMap(({ reference, beneficiary, actors }) => [
      reference,
      beneficiary?.name ?? '',
      actors.createdBy.username,
    ]),
    NAMES_BYTES,
  );
  return (
    <div class="scroll" role="region" aria-label={caption} tabindex={0}>
      <table class="rows whole">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{payouts.reference}</th>
            <th scope="col">{payouts.payee}</th>
            <th scope="col">{payouts.status}</th>
            <th scope="col">{payouts.package}</th>
            <th scope="col">{payouts.made}</th>
            <th scope="col" class="num">
              {payouts.amount}
            </th>
          </tr>
        </thead>
        <tbody>{items.map((payout) => rowOf(inside, payout, letters))}</tbody>
      </table>
    </div>
  );
};

const emptiness = ({ texts: { payouts } }: Inside, { asked, next }: PayoutsShown): string => {
  if (next !== undefined) return payouts.noneHere;
  return isFiltered(asked) ? payouts.noneLikeThis : payouts.none;
};

/** The payouts that a person may look at, newest first, fifty a page. */
export const payoutsPage = (inside: Inside, shown: PayoutsShown): Page => {
  const { visit, texts } = inside;
  const { payouts } = texts;
  const { asked, items, next, isLater } = shown;
  return portalPage(inside, {
    title: payouts.title,
    at: 'payouts',
    content: (
      <>
        <h1>{payouts.title}</h1>
        <section class="card">
          <Filters inside={inside} shown={shown} />
          {items.length > 0 && <PayoutTable inside={inside} caption={payouts.list} items={items} />}
          {items.length === 0 && asked.faults.length === 0 && <p>{emptiness(inside, shown)}</p>}
          {(isLater || next !== undefined) && (
            <p class="actions">
              {isLater && <a href={visit.href(listAt(asked.typed))}>{payouts.newest}</a>}
              {next !== undefined && (
                <a href={visit.href(listAt({ ...asked.typed, after: next }))}>{payouts.older}</a>
              )}
            </p>
          )}
        </section>
      </>
    ),
  });
};
