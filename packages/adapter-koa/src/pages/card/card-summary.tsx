import { rupees, type CollectionPage } from '@hundi/core';
import type { ComponentChildren } from 'preact';
import { Fact, TimeLeft } from '../payout/summary.js';

/** What this page is called beside the bank's name. */
export const PURPOSE = 'Secure card payment';

/** What the foot of this page warns of. */
export const caution = (bank: string): string =>
  `${bank} never asks for a card number or CVC by phone, chat or e-mail. Enter them on this page only.`;

/** What is paid, and to whom. */
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
