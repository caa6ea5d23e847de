import assert from 'node:assert/strict';
import { E, Secret, type Browser, type Hundi, type Merchant, type Storage } from '@hundi/core';
import type { CheckoutSessionObject, CollectionPage, CreatedCollection } from '@hundi/core/wire';
import { TEST_CARDS } from '../../kit/cards/test-cards.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { expectRight, openStage, type Stage } from './stage.js';

/** A session, and the browser of the customer who opened it. */
export interface Opened {
  readonly session: CheckoutSessionObject;
  readonly browser: Browser;
}

/** A stage, and short ways to sell something and to pay for it. */
export interface CollectionStage extends Stage {
  readonly merchant: Merchant;
  readonly secretKey: string;
  readonly create: (order?: Order, key?: string, merchant?: Merchant) => Promise<CreatedCollection>;
  /** Creates a session and opens its page. */
  readonly checkout: (order?: Order) => Promise<Opened>;
  /** Opens a page by its address. */
  readonly enter: (url: string) => Promise<Browser>;
  /** The result for a card: the outcome, or the tag of the refusal. */
  readonly payCard: (browser: Browser, number?: string, attempt?: number) => Promise<string>;
  readonly view: (browser: Browser) => Promise<CollectionPage>;
  readonly get: (sessionId: string) => Promise<CheckoutSessionObject>;
  /** The charges of a session that the acquirer did not reverse, in paise, charge by charge. */
  readonly captured: (sessionId: string) => Promise<ReadonlyArray<number>>;
  /** The states that a session went through, as the journal has them. */
  readonly states: (subjectId: string) => Promise<ReadonlyArray<string>>;
}

/** A merchant's request for a session. */
export type Order = Omit<Parameters<Hundi['createCollection']>[1], 'key'>;

export const anOrder = (overrides: Partial<Order> = {}): Order => ({
  amount: 249_900,
  currency: 'INR',
  reference: 'ORDER-1001',
  description: 'A pair of shoes',
  success_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/basket',
  ...overrides,
});

/** A card as a customer types it; valid for years, at any time of the clock. */
export const typed = (number: string) =>
  new Secret({ number, expiry: '12 / 99', cvc: '123', name: 'Asha Rao' });

export const outcomeOf = (result: E.Either<{ readonly _tag: string }, unknown>): string =>
  E.isRight(result) ? String(result.right) : result.left._tag;

export const openCollection = async (
  storage: Storage,
  acme: Partial<CorporateInput> = {},
): Promise<CollectionStage> => {
  const stage = await openStage(storage, acme);
  const { engine, cards } = stage;
  const secretKey = stage.credentials.corporates['acme']?.secretKeys['shop'] ?? '';
  const merchant = expectRight(await engine.authenticateSecretKey(secretKey));
  let keys = 0;

  const create: CollectionStage['create'] = async (order = anOrder(), key, as = merchant) => {
    keys += 1;
    return expectRight(
      await engine.createCollection(as, { ...order, key: key ?? `key-${String(keys)}` }),
    );
  };
  const enter: CollectionStage['enter'] = async (url) => {
    const [, sessionId = '', token = ''] = /\/pay\/([^?]+)\?token=(.+)$/.exec(url) ?? [];
    return { sessionId, key: expectRight(await engine.enterCollection({ sessionId, token })) };
  };
  const view: CollectionStage['view'] = async (browser) =>
    expectRight(await engine.viewCollection(browser));

  return {
    ...stage,
    merchant,
    secretKey,
    create,
    enter,
    view,
    checkout: async (order) => {
      const { session } = await create(order);
      return { session, browser: await enter(session.url) };
    },
    payCard: async (browser, number = TEST_CARDS.visa, attempt) => {
      const next = attempt ?? (await view(browser)).nextAttempt ?? 1;
      return outcomeOf(await engine.payByCard(browser, { attempt: next, card: typed(number) }));
    },
    get: async (sessionId) =>
      expectRight(await engine.getCollection(merchant.tenant, { sessionId })),
    captured: async (sessionId) =>
      (await cards.charges(sessionId))
        .filter(({ state }) => state === 'captured')
        .map(({ amount }) => amount),
    states: async (subjectId) => (await stage.journal(subjectId)).map(({ to }) => to),
  };
};

/** That a session came to nothing and no money was kept. */
export const assertUnpaid = async (
  { get, captured }: CollectionStage,
  sessionId: string,
  status: string,
): Promise<void> => {
  const session = await get(sessionId);
  assert.deepEqual([session.status, session.payment_status], [status, 'unpaid']);
  assert.deepEqual(await captured(sessionId), []);
};
