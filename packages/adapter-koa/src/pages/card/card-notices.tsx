import { rupees, type CollectionPage } from '@hundi/core';
import { noticePage, type Notice } from '../notice-page.js';
import type { Visit } from '../page-route.js';
import type { Page } from '../page.js';
import { Amount, Fact, Particulars, PURPOSE } from './card-summary.js';

const BRANDS = { visa: 'Visa', mastercard: 'Mastercard', rupay: 'RuPay', amex: 'American Express' };

type Ended = Exclude<CollectionPage['status'], 'open'>;

const NOTHING = 'Nothing was paid.';
const GOES_BACK =
  'Your card was charged after the payment had expired. The money is returned to your card automatically.';

/** A customer of a payment link has no shop to return to. */
const again = ({ merchantName, returnHost }: CollectionPage): string =>
  returnHost === undefined
    ? 'open the payment link again while it is valid'
    : `start again at ${merchantName}`;

const ENDS: Readonly<Record<Ended, (page: CollectionPage) => Omit<Notice, 'purpose'>>> = {
  complete: ({ amount, merchantName }) => ({
    sign: 'good',
    title: 'Payment complete',
    text: `You paid ${rupees(amount)} to ${merchantName}.`,
  }),
  failed: (page) => ({
    sign: 'bad',
    title: 'Payment failed',
    text: page.goesBack
      ? GOES_BACK
      : `Three cards were declined. ${NOTHING} To try again, ${again(page)}.`,
  }),
  cancelled: () => ({ sign: 'neutral', title: 'Payment cancelled', text: NOTHING }),
  expired: (page) => ({
    sign: 'bad',
    title: 'This payment has expired',
    text: page.inProgress
      ? 'The time ran out while your card was being charged. If money was taken, it is returned to your card automatically.'
      : page.goesBack
        ? GOES_BACK
        : `${NOTHING} To pay, ${again(page)}.`,
  }),
};

const Onwards = ({ page, visit }: { readonly page: CollectionPage; readonly visit: Visit }) =>
  page.returnHost === undefined ? (
    <p class="quiet">You can close this page.</p>
  ) : (
    <a class="button" href={visit.href(`/pay/${page.sessionId}/return`)} rel="noreferrer">
      Return to {page.returnHost}
    </a>
  );

/** How a payment ended, and where to go from there; `goesOn` where the browser goes there by itself. */
export const endedPage = (
  page: CollectionPage,
  status: Ended,
  visit: Visit,
  goesOn: boolean,
): Page =>
  noticePage({
    purpose: PURPOSE,
    ...ENDS[status](page),
    ...(goesOn &&
      page.returnHost !== undefined && { onwards: visit.href(`/pay/${page.sessionId}/return`) }),
    more: (
      <>
        <Amount page={page} label={page.merchantName} />
        <Particulars page={page}>
          {page.paid !== undefined && (
            <>
              <Fact of="Card">
                <span class="number">
                  {BRANDS[page.paid.brand]} ending in {page.paid.last4}
                </span>
              </Fact>
              <Fact of="Authorization">
                <span class="number">{page.paid.authCode}</span>
              </Fact>
            </>
          )}
        </Particulars>
        <Onwards page={page} visit={visit} />
      </>
    ),
  });

/** How often a browser asks again while a card is being charged. */
const AGAIN_SECONDS = 3;

/** A card is being charged, and the answer is awaited. */
export const waitingPage = (page: CollectionPage, visit: Visit): Page => ({
  ...noticePage({
    purpose: PURPOSE,
    sign: 'neutral',
    title: 'Your payment is being confirmed',
    text: 'Your card will not be charged a second time, whatever you do here.',
    more: (
      <>
        <Amount page={page} label={page.merchantName} />
        <p>
          This page checks again automatically in{' '}
          <span
            role="timer"
            class="left"
            data-seconds-left={AGAIN_SECONDS}
            data-then={visit.href(`/pay/${page.sessionId}`)}
          >
            a few seconds
          </span>
          .
        </p>
      </>
    ),
  }),
  againSeconds: AGAIN_SECONDS,
});

/** The page for an address or a cookie without a session. */
export const unknownPage = (): Page =>
  noticePage({
    purpose: PURPOSE,
    sign: 'bad',
    title: 'This link does not work',
    text: 'It is incomplete or invalid. Go back to the shop and start again.',
  });

const OVER = {
  paid: { sign: 'good', title: 'This link was paid', text: 'There is nothing left to pay here.' },
  cancelled: {
    sign: 'neutral',
    title: 'This link was cancelled',
    text: 'It can no longer be paid. Ask the sender.',
  },
  expired: {
    sign: 'bad',
    title: 'This link has expired',
    text: 'Links are valid for 24 hours. Ask the sender for a new one.',
  },
  used_up: {
    sign: 'bad',
    title: 'Too many attempts were made with this link',
    text: 'Ask the sender for a new one.',
  },
} as const;

/** For a payment link that is over. */
export const overPage = (status: keyof typeof OVER): Page =>
  noticePage({ purpose: PURPOSE, offersHelp: true, ...OVER[status] });
