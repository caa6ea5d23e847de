import { E, type Hundi, type InvalidInput, type PayoutBrowser } from '@hundi/core';
import {
  PayeeChanged,
  PayoutCheckoutId,
  type AuthorizePayoutError,
  type CancelPayoutCheckoutError,
  type GivePayoutFactorError,
  type NotThisBrowser,
  type PayoutCheckoutNotFound,
  type PayoutCheckoutView,
  type SendPayoutCodeError,
} from '@hundi/core/wire';
import type { SecurityEventName } from '../../security/security-event.js';
import type { PageAnswer, PageRoute, Visit } from '../page-route.js';
import type { Page } from '../page.js';
import type { Picked } from './offer.js';
import { faultOf, type Fault } from './payout-fault.js';
import { elsewherePage, endedPage, unknownPage } from './payout-notices.js';
import { payoutPage, type Shown } from './payout-page.js';

/** A browser that may see a session, and what it sees. */
export interface Seen {
  readonly engine: Hundi;
  readonly visit: Visit;
  readonly browser: PayoutBrowser;
  readonly view: PayoutCheckoutView;
}

const page = (status: number, shown: Page, bankTenantId?: string): PageAnswer => ({
  kind: 'page',
  status,
  page: shown,
  ...(bankTenantId !== undefined && { bankTenantId }),
});

export const unknown = ({ texts }: Pick<Visit, 'texts'>): PageAnswer =>
  page(404, unknownPage(texts.payoutPage));

const unseen = (
  refusal: PayoutCheckoutNotFound | NotThisBrowser | InvalidInput,
  visit: Visit,
): PageAnswer => {
  if (refusal._tag !== 'NotThisBrowser') return unknown(visit);
  const shown = elsewherePage(visit.texts.payoutPage);
  return { ...page(403, shown, refusal.bankTenantId), event: 'page_refused' };
};

/** The browser at a session; undefined where the address names none. */
export const browserOf = ({ params, secret }: Visit): PayoutBrowser | undefined => {
  const { sessionId } = params;
  return PayoutCheckoutId.is(sessionId) ? { sessionId, secret } : undefined;
};

/**
 * Shows a session as it stands. `status` is what the answer says of the request that led to it. A payee that has changed
 * is the only fault that counts: nothing on the page mends it.
 */
export const standing = (shown: Shown, status = 200): PageAnswer => {
  const { view, visit } = shown;
  if (view.status !== 'open') return page(status, endedPage(shown, view.status), view.bankTenantId);
  const fault = view.payeeHasChanged
    ? faultOf(PayeeChanged(), visit.texts.payoutPage, view.codesLeft)
    : shown.fault;
  const open = { ...shown, ...(fault !== undefined && { fault }) };
  return page(fault?.status ?? status, payoutPage(open), view.bankTenantId);
};

/** Shows how a session ended, on the way to somewhere else. */
export const parting = ({ view, visit }: Seen, onwards: string): PageAnswer =>
  view.status === 'open'
    ? unknown(visit)
    : page(200, endedPage({ view, visit }, view.status, onwards), view.bankTenantId);

/** The bank of a session, for a browser that does not hold it; undefined if there is no such session. */
export const bankOf: NonNullable<PageRoute['bankOf']> = async (engine, { sessionId }) => {
  if (!PayoutCheckoutId.is(sessionId)) return undefined;
  const seen = await engine.viewPayoutCheckout({ sessionId, secret: undefined });
  return E.isLeft(seen) && seen.left._tag === 'NotThisBrowser' ? seen.left.bankTenantId : undefined;
};

/** Shows a page that reveals nothing of a session but its bank, in the looks of the bank. */
export const outside = async (
  engine: Hundi,
  { params }: Visit,
  status: number,
  shown: Page,
): Promise<PageAnswer> => page(status, shown, await bankOf(engine, params));

/** Answers with a session that this browser may see, or says why it sees none. */
export const seeing =
  (answer: (seen: Seen) => PageAnswer | Promise<PageAnswer>): PageRoute['answer'] =>
  async (engine, visit) => {
    const browser = browserOf(visit);
    if (browser === undefined) return unknown(visit);
    const view = await engine.viewPayoutCheckout(browser);
    return E.isLeft(view)
      ? unseen(view.left, visit)
      : answer({ engine, visit, browser, view: view.right });
  };

/** Shows the session again with what is wrong; nothing that was picked is lost. */
export const faulty = (
  { visit }: Seen,
  view: PayoutCheckoutView,
  picked: Picked,
  fault: Fault,
): PageAnswer => standing({ view, visit, picked, fault }, 409);

/** Whether the page asks for a second factor now. */
export const asksFactor = async ({ engine, browser }: Seen): Promise<boolean> => {
  const after = await engine.viewPayoutCheckout(browser);
  return E.isRight(after) && after.right.factor !== undefined;
};

const EVENTS: Readonly<Record<string, SecurityEventName>> = {
  WrongCode: 'code_failed',
  CodeVoid: 'code_locked',
  MakerLocked: 'code_locked',
  NoCodesLeft: 'code_locked',
  TooManyCodes: 'code_locked',
  WrongFactor: 'code_failed',
  PasskeyCopied: 'code_failed',
  FactorChallengeNotFound: 'code_failed',
  FactorChallengeVoid: 'code_locked',
  TooManyFactorGuesses: 'code_locked',
};

/** Answers a refusal with the session as it is after it. */
export const declined = async (
  seen: Seen,
  refusal:
    | SendPayoutCodeError
    | AuthorizePayoutError
    | GivePayoutFactorError
    | CancelPayoutCheckoutError
    | InvalidInput,
  picked: Picked = {},
): Promise<PageAnswer> => {
  if (
    refusal._tag === 'PayoutCheckoutNotFound' ||
    refusal._tag === 'NotThisBrowser' ||
    refusal._tag === 'InvalidInput'
  )
    return unseen(refusal, seen.visit);
  const after = await seen.engine.viewPayoutCheckout(seen.browser);
  if (E.isLeft(after)) return unseen(after.left, seen.visit);
  if (refusal._tag === 'PayoutCheckoutClosed')
    return standing({ view: after.right, visit: seen.visit }, 409);
  const event = EVENTS[refusal._tag];
  return {
    ...faulty(
      seen,
      after.right,
      picked,
      faultOf(refusal, seen.visit.texts.payoutPage, after.right.codesLeft),
    ),
    ...(event !== undefined && { event }),
  };
};
