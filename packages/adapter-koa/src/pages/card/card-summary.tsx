import { rupees, type CollectionPage } from '@hundi/core';
import type { ComponentChildren } from 'preact';
import { Fact, TimeLeft } from '../payout/summary.js';

/** The title of this page beside the bank's name. */
export const PURPOSE = 'Secure card payment';

/** The warning in the foot of this page. */
export const caution = (bank: string): string =>
  `${bank} never asks for a card number or CVC by phone, chat or e-mail. Enter them on this page only.`;

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
  children,
}: {
  readonly page: CollectionPage;
  readonly children?: ComponentChildren;
}) => (
  <dl class="facts">
    <Fact of="Reference">{page.reference}</Fact>
    <Fact of="On your statement">{page.statementDescriptor}</Fact>
    {children}
  </dl>
);

export { Fact, TimeLeft };
