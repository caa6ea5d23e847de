import { SEARCH_MAX, type BrowsedBeneficiary } from '@hundi/core/wire';
import type { Page } from '../../page.js';
import { Choice, TextField } from '../form-field.js';
import type { Inside } from '../inside.js';
import { lettersFor, NameIn } from '../payout-cells.js';
import { portalPage } from '../portal-page.js';
import { queryText } from '../query-text.js';
import { AT, pathOf } from './beneficiary-path.js';

/** What the list of beneficiaries shows. */
export interface BeneficiariesShown {
  readonly typed: { readonly search: string; readonly state: string };
  readonly searchFault?: string | undefined;
  readonly items: ReadonlyArray<BrowsedBeneficiary>;
  /** False after a cursor. */
  readonly isFirst?: boolean;
  readonly next?: string | undefined;
}

const Filters = ({
  inside: { visit, texts },
  shown: { typed, searchFault },
}: {
  readonly inside: Inside;
  readonly shown: BeneficiariesShown;
}) => {
  const { beneficiaries } = texts;
  const isFiltered = typed.search !== '' || typed.state !== '';
  return (
    <search>
      <form method="get" action={visit.href(AT)}>
        <div class="row">
          <TextField
            name="search"
            label={beneficiaries.search}
            value={typed.search}
            maxlength={SEARCH_MAX}
            fault={searchFault}
          />
          <Choice
            name="state"
            label={beneficiaries.state}
            any={beneficiaries.any}
            value={typed.state}
            options={Object.entries(beneficiaries.states)}
          />
          <div class="actions">
            <button class="second">{beneficiaries.show}</button>
            {isFiltered && (
              <a class="button second" href={visit.href(AT)}>
                {beneficiaries.showAll}
              </a>
            )}
          </div>
        </div>
      </form>
    </search>
  );
};

const Row = ({
  inside: { visit, texts },
  beneficiary,
  letters,
}: {
  readonly inside: Inside;
  readonly beneficiary: BrowsedBeneficiary;
  readonly letters: number;
}) => {
  const { beneficiaries } = texts;
  const { beneficiaryId, name, beneId, accountNumber, ifsc, accounts } = beneficiary;
  const { packageCodes, approvalState, pendingChange } = beneficiary;
  const state = pendingChange === undefined ? approvalState : 'change';
  return (
    <tr>
      <th scope="row">
        <a href={visit.href(pathOf(beneficiaryId))}>
          <NameIn name={name} letters={letters} />
        </a>
        <span class="sub">{beneId}</span>
      </th>
      <td class="number">
        {accountNumber} <span class="sub">{ifsc}</span>
        {accounts.length > 1 && (
          <span class="sub">{beneficiaries.moreAccounts(accounts.length - 1)}</span>
        )}
      </td>
      <td>{packageCodes.join(', ')}</td>
      <td>{beneficiaries.states[state]}</td>
    </tr>
  );
};

const Pages = ({
  inside: { visit, texts },
  shown: { typed, isFirst = true, next },
}: {
  readonly inside: Inside;
  readonly shown: BeneficiariesShown;
}) => {
  const { beneficiaries } = texts;
  if (isFirst && next === undefined) return null;
  const to = (more: Readonly<Record<string, string>>): string =>
    visit.href(`${AT}${queryText({ ...typed, ...more })}`);
  return (
    <p class="actions">
      {!isFirst && <a href={to({})}>{beneficiaries.first}</a>}
      {next !== undefined && <a href={to({ after: next })}>{beneficiaries.later}</a>}
    </p>
  );
};

/** What fifty rows leave of a page of 60 KB. */
const NAMES_BYTES = 8_000;

/** The beneficiaries that a person may look at, fifty a page. */
export const beneficiariesPage = (inside: Inside, shown: BeneficiariesShown): Page => {
  const { visit, texts, profile } = inside;
  const { beneficiaries } = texts;
  const { typed, items } = shown;
  const letters = lettersFor(
    items.map(({ name }) => name),
    NAMES_BYTES,
  );
  const isFiltered = typed.search !== '' || typed.state !== '';
  return portalPage(inside, {
    title: beneficiaries.title,
    at: 'beneficiaries',
    content: (
      <>
        <h1>{beneficiaries.title}</h1>
        {profile.permissions.includes('beneficiary.make') && (
          <p class="actions">
            <a class="button" href={visit.href(`${AT}/new`)}>
              {beneficiaries.add}
            </a>
          </p>
        )}
        <section class="card">
          <Filters inside={inside} shown={shown} />
          {items.length === 0 && (
            <p role="status">
              <strong>{isFiltered ? beneficiaries.noneLikeThis : beneficiaries.none}</strong>
            </p>
          )}
          {items.length > 0 && (
            <div class="scroll" role="region" aria-label={beneficiaries.title} tabindex={0}>
              <table class="rows whole">
                <thead>
                  <tr>
                    <th scope="col">{beneficiaries.name}</th>
                    <th scope="col">{beneficiaries.account}</th>
                    <th scope="col">{beneficiaries.packages}</th>
                    <th scope="col">{beneficiaries.state}</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((one) => (
                    <Row
                      key={one.beneficiaryId}
                      inside={inside}
                      beneficiary={one}
                      letters={letters}
                    />
                  ))}
                </tbody>
              </table>
            </div>
          )}
          <Pages inside={inside} shown={shown} />
        </section>
      </>
    ),
  });
};
