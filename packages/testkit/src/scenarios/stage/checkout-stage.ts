import assert from 'node:assert/strict';
import {
  E,
  type Hundi,
  type JsonObject,
  type PayoutBrowser,
  type Storage,
  type Tenant,
} from '@hundi/core';
import type { OpenedPayoutCheckout, PayoutCheckoutView } from '@hundi/core/wire';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { expectRight, openStage, type Stage } from './stage.js';

/** A scenario's request for a session: by default ₹15,000 to SHARMA01, by the maker. */
export interface Asked {
  readonly by?: string;
  readonly to?: string;
  readonly beneficiaryId?: string;
  readonly amount?: number;
  readonly reference?: string;
  readonly key?: string;
  readonly redirectUrl?: string;
  readonly cancelUrl?: string;
  readonly metadata?: JsonObject;
  readonly tenant?: Tenant;
  /** The id of the key that opens it. */
  readonly via?: string;
}

/** A session that was opened, and the browser that came with its token. */
export interface Entered extends OpenedPayoutCheckout {
  readonly browser: PayoutBrowser;
}

/** A stage, and short ways to take a payout through its checkout. */
export interface CheckoutStage extends Stage {
  readonly ask: (asked?: Asked) => ReturnType<Hundi['openPayoutCheckout']>;
  readonly open: (asked?: Asked) => Promise<OpenedPayoutCheckout>;
  readonly enter: (opened: OpenedPayoutCheckout) => Promise<PayoutBrowser>;
  /** Opens and enters. */
  readonly start: (asked?: Asked) => Promise<Entered>;
  readonly view: (browser: PayoutBrowser) => Promise<PayoutCheckoutView>;
  /** The result of requesting a code: `sent`, or the refusal. */
  readonly send: (
    browser: PayoutBrowser,
    choice?: Partial<Picked>,
    engine?: Hundi,
  ) => Promise<string>;
  /** The code in the newest mail to an address. */
  readonly code: (email?: string) => string;
  /** The result of a code: `submitted`, or the refusal and its reason. */
  readonly authorize: (
    browser: PayoutBrowser,
    code: string,
    choice?: Partial<Picked>,
    engine?: Hundi,
  ) => Promise<string>;
  readonly statusOf: (opened: OpenedPayoutCheckout) => Promise<string>;
}

export const MAKER = 'maker@acme.example';

/** The choice of a maker on the page. */
type Picked = Parameters<Hundi['sendPayoutCode']>[1];

/** The default account and method of the package VENDOR. */
export const USUAL = {
  packageCode: 'VENDOR',
  debitAccountId: 'da-main',
  paymentMethodCode: 'NEFT',
} satisfies Picked;

const CODE = /\b[0-9]{6}\b/;

/** A refusal as a scenario names it. */
const outcomeOf = (result: E.Either<{ readonly _tag: string }, unknown>, right: string): string => {
  if (E.isRight(result)) return right;
  const { _tag, ...more } = result.left;
  return [_tag, ...Object.values(more)].join(' ');
};

export const openCheckouts = async (
  storage: Storage,
  acme: Partial<CorporateInput> = {},
): Promise<CheckoutStage> => withCheckouts(await openStage(storage, acme));

/** The short ways, on a stage that is there. */
export const withCheckouts = (stage: Stage): CheckoutStage => {
  const { engine, mailbox } = stage;
  let asks = 0;

  const ask: CheckoutStage['ask'] = async (asked = {}) => {
    asks += 1;
    const { tenant = stage.tenant, to = 'SHARMA01', redirectUrl, cancelUrl, metadata } = asked;
    return engine.openPayoutCheckout(tenant, {
      key: asked.key ?? `checkout-${String(asks)}`,
      makerUserId: asked.by ?? 'u-maker',
      amount: { value: asked.amount ?? 1_500_000, currency: 'INR' },
      transactionReference: asked.reference ?? `CHECKOUT-${String(asks)}`,
      beneficiaryId: asked.beneficiaryId ?? (await stage.beneficiary(to, tenant)),
      ...(redirectUrl !== undefined && { redirectUrl }),
      ...(cancelUrl !== undefined && { cancelUrl }),
      ...(metadata !== undefined && { metadata }),
      ...(asked.via !== undefined && { via: { keyId: asked.via } }),
    });
  };
  const open: CheckoutStage['open'] = async (asked) => expectRight(await ask(asked)).checkout;
  const enter: CheckoutStage['enter'] = async ({ sessionId, token }) => {
    const { secret } = expectRight(await engine.enterPayoutCheckout({ sessionId, token }));
    return { sessionId, secret };
  };

  return {
    ...stage,
    ask,
    open,
    enter,
    start: async (asked) => {
      const opened = await open(asked);
      return { ...opened, browser: await enter(opened) };
    },
    view: async (browser) => expectRight(await engine.viewPayoutCheckout(browser)),
    send: async (browser, choice, by = engine) =>
      outcomeOf(await by.sendPayoutCode(browser, { ...USUAL, ...choice }), 'sent'),
    code: (email = MAKER) =>
      CODE.exec(mailbox.mails(email)[0]?.text ?? '')?.[0] ?? assert.fail('no code was mailed'),
    authorize: async (browser, code, choice, by = engine) => {
      const input = { code, choice: { ...USUAL, ...choice } };
      return outcomeOf(await by.authorizePayout(browser, input), 'submitted');
    },
    statusOf: async ({ sessionId }) => {
      const { checkout } = expectRight(await engine.getPayoutCheckout(stage.tenant, { sessionId }));
      return checkout.status;
    },
  };
};
