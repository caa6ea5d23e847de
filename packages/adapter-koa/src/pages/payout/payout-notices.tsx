import type { PayoutCheckoutView } from '@hundi/core/wire';
import { noticePage, type Notice } from '../notice-page.js';
import { PageForm } from '../page-form.js';
import type { Visit } from '../page-route.js';
import type { Page } from '../page.js';
import type { Shown } from './payout-page.js';
import { Fact, Facts, Frozen } from './summary.js';

type Ended = Exclude<PayoutCheckoutView['status'], 'open'>;

type Words = Visit['texts']['payoutPage'];

const SIGNS: Readonly<Record<Ended, Notice['sign']>> = {
  submitted: 'good',
  cancelled: 'neutral',
  expired: 'bad',
};

const Onwards = ({
  returnTo,
  words,
}: Pick<PayoutCheckoutView, 'returnTo'> & { readonly words: Words }) =>
  returnTo === undefined ? (
    <p class="quiet">{words.close}</p>
  ) : (
    <a class="button" href={returnTo} rel="noreferrer">
      {words.returnTo(new URL(returnTo).host)}
    </a>
  );

/** How a session ended, and where to go from there. */
export const endedPage = (
  { view, visit }: Pick<Shown, 'view' | 'visit'>,
  status: Ended,
  onwards?: string,
): Page => {
  const { payoutPage: words } = visit.texts;
  const { title, text } = words.ends[status];
  return noticePage({
    purpose: words.purpose,
    sign: SIGNS[status],
    title,
    text: text(view.corporateName),
    ...(onwards !== undefined && { onwards }),
    more: (
      <>
        <Frozen view={view} words={words} />
        <Facts view={view} words={words}>
          {view.transactionId !== undefined && (
            <Fact of={words.transaction}>{view.transactionId}</Fact>
          )}
        </Facts>
        <Onwards words={words} {...(view.returnTo !== undefined && { returnTo: view.returnTo })} />
      </>
    ),
  });
};

/** The page that a link opens: its token is exchanged only when the person continues from here. */
export const entrancePage = (
  { href, texts: { payoutPage: words } }: Pick<Visit, 'href' | 'texts'>,
  sessionId: string,
  token: string,
): Page =>
  noticePage({
    purpose: words.purpose,
    sign: 'neutral',
    title: words.title,
    text: words.entrance,
    more: (
      <PageForm
        visit={{ href, secret: undefined }}
        action={`/payout/${sessionId}/enter`}
        data={{ 'data-send-at-once': '' }}
      >
        <input type="hidden" name="token" value={token} />
        <button>{words.goOn}</button>
      </PageForm>
    ),
  });

/** The page for a link or a cookie without a session. */
export const unknownPage = ({ purpose, unknown }: Words): Page =>
  noticePage({ purpose, sign: 'bad', ...unknown });

/** For a link that was followed after the end. */
export const overPage = (status: Ended, { purpose, over }: Words): Page =>
  noticePage({ purpose, sign: SIGNS[status], ...over[status], offersHelp: true });

/** For the browser that held the session before, or never did. */
export const elsewherePage = ({ purpose, elsewhere }: Words): Page =>
  noticePage({ purpose, sign: 'neutral', ...elsewhere, offersHelp: true });
