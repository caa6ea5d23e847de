import { rupees } from '@hundi/core';
import type { CollectionPage } from '@hundi/core/wire';
import type { ComponentChildren } from 'preact';
import { Fact, TimeLeft } from '../payout/summary.js';
import type { Texts } from '../texts/english.js';

/** The amount, and the payee. */
export const Amount = ({
  page,
  label,
}: {
  readonly page: CollectionPage;
  readonly label: string;
}) => (
  <div>
    <p class="quiet">{label}</p>
    <p class="amount">{rupees(page.amount)}</p>
    {page.description !== undefined && page.description !== '' && <p>{page.description}</p>}
  </div>
);

/** The particulars of the payment; `children` are facts that only some pages have. */
export const Particulars = ({
  page,
  words,
  children,
}: {
  readonly page: CollectionPage;
  readonly words: Texts['cardPage'];
  readonly children?: ComponentChildren;
}) => (
  <dl class="facts">
    <Fact of={words.reference}>{page.reference}</Fact>
    <Fact of={words.statement}>{page.statementDescriptor}</Fact>
    {children}
  </dl>
);

export { Fact, TimeLeft };
