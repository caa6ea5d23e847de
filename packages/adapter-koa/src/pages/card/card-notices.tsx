import { rupees } from '@hundi/core';
import type { CollectionPage } from '@hundi/core/wire';
import { noticePage, type Notice } from '../notice-page.js';
import type { Visit } from '../page-route.js';
import type { Page } from '../page.js';
import { Sentence } from '../sentence.js';
import { Amount, Fact, Particulars } from './card-summary.js';

const BRANDS = { visa: 'Visa', mastercard: 'Mastercard', rupay: 'RuPay', amex: 'American Express' };

type Ended = Exclude<CollectionPage['status'], 'open'>;

type Words = Visit['texts']['cardPage'];

/** What a page says of how a payment ended. A customer of a payment link has no shop to return to. */
const ENDS: Readonly<
  Record<Ended, (page: CollectionPage, words: Words) => Pick<Notice, 'sign' | 'text'>>
> = {
  complete: ({ amount, merchantName, goesBack }, words) => ({
    sign: 'good',
    text: `${words.paid(rupees(amount), merchantName)}${goesBack ? ` ${words.goesBack}` : ''}`,
  }),
  failed: ({ goesBack, merchantName, returnHost }, words) => ({
    sign: 'bad',
    text: goesBack ? words.goesBack : words.threeDeclined(merchantName, returnHost !== undefined),
  }),
  cancelled: (page, { goesBack, nothingPaid }) => ({
    sign: 'neutral',
    text: page.goesBack ? goesBack : nothingPaid,
  }),
  expired: ({ inProgress, goesBack, merchantName, returnHost }, words) => ({
    sign: 'bad',
    text: inProgress
      ? words.inProgress
      : goesBack
        ? words.goesBack
        : words.expiredAfter(merchantName, returnHost !== undefined),
  }),
};

const Onwards = ({ page, visit }: { readonly page: CollectionPage; readonly visit: Visit }) =>
  page.returnHost === undefined ? (
    <p class="quiet">{visit.texts.cardPage.close}</p>
  ) : (
    <a class="button" href={visit.href(`/pay/${page.sessionId}/return`)} rel="noreferrer">
      {visit.texts.cardPage.returnTo(page.returnHost)}
    </a>
  );

/** How a payment ended, and where to go from there; `goesOn` where the browser goes there by itself. */
export const endedPage = (
  page: CollectionPage,
  status: Ended,
  visit: Visit,
  goesOn: boolean,
): Page => {
  const { cardPage: words } = visit.texts;
  return noticePage({
    purpose: words.purpose,
    title: words.ends[status],
    ...ENDS[status](page, words),
    ...(goesOn &&
      page.returnHost !== undefined && { onwards: visit.href(`/pay/${page.sessionId}/return`) }),
    more: (
      <>
        <Amount page={page} label={page.merchantName} />
        <Particulars page={page} words={words}>
          {page.paid !== undefined && (
            <>
              <Fact of={words.card}>
                <span class="number">
                  {words.endingIn(BRANDS[page.paid.brand], page.paid.last4)}
                </span>
              </Fact>
              <Fact of={words.authorization}>
                <span class="number">{page.paid.authCode}</span>
              </Fact>
            </>
          )}
        </Particulars>
        <Onwards page={page} visit={visit} />
      </>
    ),
  });
};

/** How often a browser asks again while a card is being charged. */
const AGAIN_SECONDS = 3;

/** A card is being charged, and the answer is awaited. */
export const waitingPage = (
  page: CollectionPage,
  { href, texts: { cardPage: words } }: Pick<Visit, 'href' | 'texts'>,
): Page => ({
  ...noticePage({
    purpose: words.purpose,
    sign: 'neutral',
    title: words.confirming,
    text: words.notTwice,
    more: (
      <>
        <Amount page={page} label={page.merchantName} />
        <p>
          <Sentence text={words.again}>
            <span
              role="timer"
              class="left"
              data-seconds-left={AGAIN_SECONDS}
              data-then={href(`/pay/${page.sessionId}`)}
            >
              {words.soon}
            </span>
          </Sentence>
        </p>
      </>
    ),
  }),
  again: { seconds: AGAIN_SECONDS },
});

/** The page for an address or a cookie without a session. */
export const unknownPage = ({ purpose, unknown }: Words): Page =>
  noticePage({ purpose, sign: 'bad', ...unknown });

const OVER = { paid: 'good', cancelled: 'neutral', expired: 'bad', used_up: 'bad' } as const;

/** For a payment link that is over. */
export const overPage = (status: keyof typeof OVER, { purpose, over }: Words): Page =>
  noticePage({ purpose, offersHelp: true, sign: OVER[status], ...over[status] });
