import { rupees, type TransactionObject } from '@hundi/core';
import type { Page } from '../../page.js';
import { PageForm } from '../../page-form.js';
import { CommentField } from '../form-field.js';
import type { Inside } from '../inside.js';
import { portalPage } from '../portal-page.js';
import { payoutAt } from '../payout-path.js';

/** Asks once more before a payout is cancelled. */
export const cancelPage = (
  inside: Inside,
  {
    payout: { transactionId, reference, amount },
    key,
    comment,
    commentFault,
  }: {
    readonly payout: TransactionObject;
    /** Names the form of this page: sent twice, it cancels once. */
    readonly key: string;
    readonly comment?: string | undefined;
    readonly commentFault?: string | undefined;
  },
): Page => {
  const { visit, texts } = inside;
  const { cancelling } = texts;
  const title = cancelling.ask(reference, rupees(amount.value));
  return portalPage(inside, {
    title,
    at: 'payouts',
    content: (
      <section class="card narrow">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p>{cancelling.text}</p>
        <PageForm visit={visit} action="/portal/payouts/cancel">
          <input type="hidden" name="transactionId" value={transactionId} />
          <input type="hidden" name="key" value={key} />
          <CommentField
            label={cancelling.comment}
            hint={cancelling.commentHint}
            value={comment}
            fault={commentFault}
          />
          <div class="actions">
            <button>{cancelling.confirm}</button>
            <a class="button second" href={visit.href(payoutAt(transactionId))}>
              {cancelling.back}
            </a>
          </div>
        </PageForm>
      </section>
    ),
  });
};
