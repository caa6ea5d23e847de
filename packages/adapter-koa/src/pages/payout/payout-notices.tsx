import type { PayoutCheckoutView } from '@hundi/core';
import { noticePage, type Notice } from '../notice-page.js';
import { PageForm } from '../page-form.js';
import type { Visit } from '../page-route.js';
import type { Page } from '../page.js';
import { PURPOSE } from './payout-page.js';
import { Fact, Facts, Frozen } from './summary.js';

type Ended = Exclude<PayoutCheckoutView['status'], 'open'>;

const ENDS: Readonly<Record<Ended, (view: PayoutCheckoutView) => Omit<Notice, 'purpose'>>> = {
  submitted: () => ({
    sign: 'good',
    title: 'Payout submitted',
    text: 'It was accepted. The money moves once the payout is approved under the rules of your company.',
  }),
  cancelled: () => ({
    sign: 'neutral',
    title: 'Payout cancelled',
    text: 'Nothing was paid. This link cannot be used again.',
  }),
  expired: ({ corporateName }) => ({
    sign: 'bad',
    title: 'This session has expired',
    text: `Nothing was paid. To pay, start again from where you came, in the system of ${corporateName}.`,
  }),
};

const Onwards = ({ returnTo }: Pick<PayoutCheckoutView, 'returnTo'>) =>
  returnTo === undefined ? (
    <p class="quiet">You can close this page.</p>
  ) : (
    <a class="button" href={returnTo} rel="noreferrer">
      Return to {new URL(returnTo).host}
    </a>
  );

/** How a session ended, and where to go from there. */
export const endedPage = (view: PayoutCheckoutView, status: Ended, onwards?: string): Page =>
  noticePage({
    purpose: PURPOSE,
    ...ENDS[status](view),
    ...(onwards !== undefined && { onwards }),
    more: (
      <>
        <Frozen view={view} />
        <Facts view={view}>
          {view.transactionId !== undefined && <Fact of="Transaction">{view.transactionId}</Fact>}
        </Facts>
        <Onwards {...(view.returnTo !== undefined && { returnTo: view.returnTo })} />
      </>
    ),
  });

/** The page that a link opens: its token is exchanged only when the person continues from here. */
export const entrancePage = (visit: Pick<Visit, 'href'>, sessionId: string, token: string): Page =>
  noticePage({
    purpose: PURPOSE,
    sign: 'neutral',
    title: 'Authorize a payout',
    text: 'You are about to authorize a payout. It takes a minute, and your e-mail for a one-time code.',
    more: (
      <PageForm
        visit={{ href: visit.href, secret: undefined }}
        action={`/payout/${sessionId}/enter`}
        data={{ 'data-send-at-once': '' }}
      >
        <input type="hidden" name="token" value={token} />
        <button>Continue</button>
      </PageForm>
    ),
  });

/** The page for a link or a cookie without a session. */
export const unknownPage = (): Page =>
  noticePage({
    purpose: PURPOSE,
    sign: 'bad',
    title: 'This link does not work',
    text: 'It is incomplete or invalid. Go back to where you came from and start again.',
  });

/** For a link that was followed after the end. */
export const overPage = (status: Ended): Page => {
  const { sign, title, text } = OVER[status];
  return noticePage({ purpose: PURPOSE, sign, title, text, offersHelp: true });
};

const OVER: Readonly<Record<Ended, Omit<Notice, 'purpose'>>> = {
  submitted: {
    sign: 'good',
    title: 'This payout was already submitted',
    text: 'It was accepted and goes to approval. There is nothing left to do here.',
  },
  cancelled: {
    sign: 'neutral',
    title: 'This payout was cancelled',
    text: 'Nothing was paid. To pay after all, go back to where you came from and start again.',
  },
  expired: {
    sign: 'bad',
    title: 'This session has expired',
    text: 'Nothing was paid. To pay, go back to where you came from and start again.',
  },
};

/** For the browser that held the session before, or never did. */
export const elsewherePage = (): Page =>
  noticePage({
    purpose: PURPOSE,
    sign: 'neutral',
    title: 'This payout is open in another browser',
    text: 'Continue there, or open your link again to continue here.',
    offersHelp: true,
  });
