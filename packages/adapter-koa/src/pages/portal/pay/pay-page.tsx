import { rupees } from '@hundi/core';
import {
  SEARCH_MAX,
  type BatchPreview,
  type BrowsedBeneficiary,
  type PayoutReach,
} from '@hundi/core/wire';
import type { Page } from '../../page.js';
import { PageForm } from '../../page-form.js';
import { Choice, Notice, TextField } from '../form-field.js';
import type { Inside } from '../inside.js';
import { portalPage } from '../portal-page.js';
import type { FieldName, Typed } from './pay-form.js';

/** The beneficiaries that the form offers. */
export interface Payees {
  readonly searched: string;
  readonly items: ReadonlyArray<Pick<BrowsedBeneficiary, 'beneficiaryId' | 'name' | 'beneId'>>;
  readonly total: number;
}

/** What intake would make of the payment. */
export type Foreseen = BatchPreview['records'][number];

/** What the page of one payment shows. */
export interface PayShown {
  readonly reach: PayoutReach;
  /** Absent where the person may look at no beneficiaries: they type the code of one. */
  readonly payees: Payees | undefined;
  readonly typed: Typed;
  /** Names the form of this page: sent twice, it pays once. */
  readonly key: string;
  readonly faults?: ReadonlyArray<FieldName>;
  readonly notice?: string | undefined;
  readonly foreseen?: Foreseen | undefined;
}

/** A search among many beneficiaries. It is part of the form, so that what was typed into the form stays. */
const Search = ({ inside, payees }: { readonly inside: Inside; readonly payees: Payees }) => {
  const { pay } = inside.texts;
  const { searched, items, total } = payees;
  if (searched === '' && total <= items.length) return null;
  return (
    <>
      {/* The first button is what the key Enter presses, in this field and in all others. */}
      <button class="hidden" name="action" value="enter" tabindex={-1} aria-hidden="true">
        {pay.pay}
      </button>
      <input type="hidden" name="searched" value={searched} />
      <TextField
        name="payee"
        label={pay.find}
        value={searched}
        maxlength={SEARCH_MAX}
        hint={pay.findHint}
      />
      <div>
        <button class="second" name="action" value="search">
          {pay.search}
        </button>
      </div>
      {items.length < total && <p class="quiet">{pay.some(items.length, total)}</p>}
      {total === 0 && <p>{pay.noPayees}</p>}
    </>
  );
};

const Beneficiary = ({
  inside: { texts },
  shown: { payees, typed },
  fault,
}: {
  readonly inside: Inside;
  readonly shown: PayShown;
  readonly fault: string | undefined;
}) => {
  const { pay } = texts;
  return payees === undefined ? (
    <>
      <TextField
        name="beneId"
        label={pay.beneficiary}
        value={typed.beneId}
        maxlength={40}
        list="codes"
        hint={pay.code}
        fault={fault}
      />
      <datalist id="codes"></datalist>
    </>
  ) : (
    <Choice
      name="beneficiaryId"
      label={pay.beneficiary}
      any={pay.choose}
      value={typed.beneficiaryId}
      options={payees.items.map(({ beneficiaryId, name, beneId }) => [
        beneficiaryId,
        pay.payee(name, beneId),
      ])}
      fault={fault}
    />
  );
};

const unique = (values: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> =>
  [...new Set(values)].map((value) => [value, value]);

type FaultOf = (name: FieldName) => string | undefined;

const More = ({
  inside: { texts },
  shown: { reach, typed },
  faultOf,
}: {
  readonly inside: Inside;
  readonly shown: PayShown;
  readonly faultOf: FaultOf;
}) => {
  const { pay } = texts;
  const names = ['account', 'method', 'remark', 'day'] as const;
  const isOpen = names.some((name) => typed[name] !== '' || faultOf(name) !== undefined);
  const paidBy = reach.packages.filter(({ isPaidBy }) => isPaidBy);
  return (
    <details {...(isOpen && { open: true })}>
      <summary>{pay.more}</summary>
      <Choice
        name="account"
        label={pay.account}
        any={pay.usual}
        value={typed.account}
        options={reach.debitAccounts
          .filter(({ isPaidFrom }) => isPaidFrom)
          .map(({ debitAccountId, accountName, shownNumber }) => [
            debitAccountId,
            pay.accountOf(accountName, shownNumber),
          ])}
        fault={faultOf('account')}
      />
      <Choice
        name="method"
        label={pay.method}
        any={pay.usual}
        value={typed.method}
        options={unique(paidBy.flatMap(({ paymentMethods }) => paymentMethods))}
        fault={faultOf('method')}
      />
      <TextField
        name="remark"
        label={pay.remark}
        value={typed.remark}
        maxlength={100}
        hint={pay.remarkHint}
        fault={faultOf('remark')}
      />
      <TextField
        name="day"
        type="date"
        label={pay.day}
        value={typed.day}
        hint={pay.dayHint}
        fault={faultOf('day')}
      />
    </details>
  );
};

const WhatWillHappen = ({
  inside: { texts },
  foreseen: { fees, levelsRequired, releaseDate },
}: {
  readonly inside: Inside;
  readonly foreseen: Foreseen;
}) => {
  const { pay } = texts;
  return (
    <div class="notice" role="status">
      <h2>{pay.foreseen}</h2>
      <dl class="facts">
        <div>
          <dt>{pay.fees}</dt>
          <dd>{rupees(fees?.total.value ?? 0)}</dd>
        </div>
        <div>
          <dt>{pay.levels}</dt>
          <dd>{pay.levelsOf(levelsRequired ?? 0)}</dd>
        </div>
        {releaseDate !== null && (
          <div>
            <dt>{pay.release}</dt>
            <dd>
              {(levelsRequired ?? 0) > 0
                ? pay.releaseOn(texts.day(releaseDate))
                : texts.day(releaseDate)}
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
};

const PayForm = ({ inside, shown }: { readonly inside: Inside; readonly shown: PayShown }) => {
  const { visit, texts } = inside;
  const { pay } = texts;
  const { reach, typed, key, faults = [], payees, foreseen } = shown;
  const faultOf: FaultOf = (name) => (faults.includes(name) ? pay.faults[name] : undefined);
  return (
    <PageForm visit={visit} action="/portal/pay">
      <input type="hidden" name="key" value={key} />
      {payees !== undefined && <Search inside={inside} payees={payees} />}
      <Beneficiary inside={inside} shown={shown} fault={faultOf('beneficiary')} />
      <TextField
        name="amount"
        label={pay.amount}
        value={typed.amount}
        inputmode="decimal"
        maxlength={24}
        hint={pay.amountHint}
        fault={faultOf('amount')}
      />
      <Choice
        name="package"
        label={pay.package}
        any={pay.choose}
        value={typed.package}
        options={reach.packages
          .filter(({ isPaidBy }) => isPaidBy)
          .map(({ packageCode }) => [packageCode, packageCode])}
        fault={faultOf('package')}
      />
      <TextField
        name="reference"
        label={pay.reference}
        value={typed.reference}
        maxlength={100}
        hint={pay.referenceHint}
        fault={faultOf('reference')}
      />
      <More inside={inside} shown={shown} faultOf={faultOf} />
      {foreseen !== undefined && <WhatWillHappen inside={inside} foreseen={foreseen} />}
      <div class="actions">
        <button name="action" value="pay">
          {pay.pay}
        </button>
        <button class="second" name="action" value="preview">
          {pay.preview}
        </button>
      </div>
    </PageForm>
  );
};

/** One payment to one beneficiary. */
export const payPage = (inside: Inside, shown: PayShown): Page => {
  const { pay } = inside.texts;
  const { notice } = shown;
  return portalPage(inside, {
    title: pay.title,
    at: 'pay',
    content: (
      <>
        <h1>{pay.title}</h1>
        {notice !== undefined && <Notice kind="bad" text={notice} />}
        <section class="card">
          <PayForm inside={inside} shown={shown} />
        </section>
      </>
    ),
  });
};
