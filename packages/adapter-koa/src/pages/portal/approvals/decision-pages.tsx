import { rupees } from '@hundi/core';
import type { DecisionReview } from '@hundi/core/wire';
import type { Page } from '../../page.js';
import { PageForm } from '../../page-form.js';
import { CommentField, Notice } from '../form-field.js';
import type { Inside } from '../inside.js';
import { PASSKEY } from '../../script/passkey-script.js';
import { messagePage } from '../message-page.js';
import { portalPage } from '../portal-page.js';
import { proofData, ProofFields, type AskedProof } from '../proof.js';
import { Sums } from './sums.js';
import { Unusual } from './unusual.js';

export type Action = 'approve' | 'reject';

/** A decision as a person is about to take it: on named payouts, or on a job. */
export interface Draft {
  readonly action: Action;
  readonly comment: string;
  readonly ids: ReadonlyArray<string>;
  readonly jobId?: string;
}

/** A payout on which nothing is decided, and why not. */
export interface LeftOut {
  readonly reference: string;
  readonly why: string;
}

const LEFT_OUT_SHOWN = 20;

const LeftOuts = ({
  inside: { texts },
  leftOut,
  said,
}: {
  readonly inside: Inside;
  readonly leftOut: ReadonlyArray<LeftOut>;
  readonly said: (n: number) => string;
}) =>
  leftOut.length === 0 ? null : (
    <div class="notice">
      <p>{said(leftOut.length)}</p>
      <ul>
        {leftOut.slice(0, LEFT_OUT_SHOWN).map(({ reference, why }) => (
          <li key={reference}>
            <bdi>{texts.approvals.leftOutOf(reference, why)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );

/** Shows what a decision would be together, and asks for it once more. */
export const confirmPage = (
  inside: Inside,
  {
    draft,
    key,
    review,
    leftOut,
    proof,
    fault,
    commentFault,
  }: {
    readonly draft: Draft;
    /** Names the form of this page. */
    readonly key: string;
    readonly review: DecisionReview;
    readonly leftOut: ReadonlyArray<LeftOut>;
    readonly proof?: AskedProof | undefined;
    readonly fault?: string | undefined;
    readonly commentFault?: string | undefined;
  },
): Page => {
  const { visit, texts } = inside;
  const { approvals } = texts;
  const { action, comment, ids, jobId } = draft;
  const title = approvals.ask[action](review.count, rupees(review.amount));
  return portalPage(inside, {
    title,
    at: 'approvals',
    scripts: proof === undefined ? [] : [PASSKEY],
    content: (
      <section class="card">
        <h1>{title}</h1>
        {fault !== undefined && <Notice kind="bad" text={fault} />}
        <Sums sums={review.sums} texts={texts} />
        <Unusual inside={inside} unusual={review.unusual} />
        <LeftOuts inside={inside} leftOut={leftOut} said={approvals.leftOut} />
        <PageForm
          visit={visit}
          action="/portal/approvals/decide"
          data={proof === undefined ? {} : proofData(proof)}
        >
          <input type="hidden" name="action" value={action} />
          <input type="hidden" name="key" value={key} />
          {jobId === undefined ? (
            <input type="hidden" name="ids" value={ids.join(' ')} />
          ) : (
            <>
              <input type="hidden" name="job" value={jobId} />
              <input type="hidden" name="seenAt" value={review.seenAt} />
              <input type="hidden" name="seenAs" value={review.seenAs} />
              <input type="hidden" name="waited" value={review.count + leftOut.length} />
            </>
          )}
          <CommentField
            label={approvals.comment}
            hint={approvals.commentHint}
            value={comment}
            fault={commentFault}
          />
          {proof !== undefined && <p>{approvals.factorFor}</p>}
          {proof !== undefined && <ProofFields proof={proof} texts={texts} />}
          <div class="actions">
            <button data-passkey-submit="">{approvals.confirm}</button>
            <a class="button second" href={visit.href('/portal/approvals')}>
              {approvals.back}
            </a>
          </div>
        </PageForm>
      </section>
    ),
  });
};

/** Says what was decided. */
export const decidedPage = (
  inside: Inside,
  {
    action,
    jobId,
    count,
    amount,
    gone,
    leftOut,
  }: Pick<Draft, 'action' | 'jobId'> & {
    readonly count: number;
    readonly amount: bigint;
    /** How many payouts of the job waited when the page was shown, and are not among those that the form led to. */
    readonly gone: number;
    readonly leftOut: ReadonlyArray<LeftOut>;
  },
): Page => {
  const { visit, texts } = inside;
  const { approvals } = texts;
  const [nothing, nothingText] =
    jobId === undefined || leftOut.length > 0
      ? [approvals.doneNothing, approvals.doneNothingText]
      : [approvals.doneJob, approvals.doneJobText];
  const title = count === 0 ? nothing : approvals.done[action](count, rupees(amount));
  return portalPage(inside, {
    title,
    at: 'approvals',
    content: (
      <section class="card">
        <h1>{title}</h1>
        {count === 0 && leftOut.length === 0 && <p>{nothingText}</p>}
        {gone > 0 && <p>{approvals.gone(gone)}</p>}
        <LeftOuts inside={inside} leftOut={leftOut} said={approvals.notDone} />
        <div class="actions">
          <a class="button" href={visit.href('/portal/approvals')}>
            {approvals.goOn}
          </a>
          {jobId !== undefined && (
            <a class="button second" href={visit.href(`/portal/jobs/${jobId}`)}>
              {texts.payout.openJob}
            </a>
          )}
        </div>
      </section>
    ),
  });
};

/** Tells a person that their roles do not let them decide on payouts. */
export const noRolePage = (inside: Inside): Page => {
  const { title, noRole: text } = inside.texts.approvals;
  return messagePage(inside, { at: 'approvals', title, text });
};

/** Says why nothing can be decided now, and what to do. */
export const stoppedPage = (
  inside: Inside,
  text: string,
  way: { readonly path: `/${string}`; readonly text: string },
): Page =>
  messagePage(inside, { at: 'approvals', title: inside.texts.approvals.doneNothing, text, way });
