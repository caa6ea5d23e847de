import { E, Secret } from '@hundi/core';
import type { Sandbox } from '@hundi/testkit';
import type { Checkout } from './shop.js';

const rightOf = <A>(result: E.Either<{ readonly _tag: string }, A>): A => {
  if (E.isLeft(result)) throw new Error(result.left._tag);
  return result.right;
};

/** The checkout as the shop's code sees it, with a sandbox behind it instead of a network. */
export const sandboxCheckout = ({ engine }: Sandbox, secretKey: string): Checkout => ({
  create: async ({ number, amount }) => {
    const merchant = rightOf(await engine.authenticateSecretKey(secretKey));
    const created = await engine.createCollection(merchant, {
      // Derived from the order: asked for twice, it is the same session.
      key: `order-${number}`,
      amount,
      currency: 'INR',
      reference: number,
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/basket',
    });
    return rightOf(created).session;
  },
});

/** A customer who opens the address and tries one card; answers the query that they come back with, once it is over. */
export const customerPays = async (
  { engine }: Sandbox,
  url: string,
  number: string,
): Promise<string | undefined> => {
  const [, sessionId = '', token = ''] = /\/pay\/(\w+)\?token=(\w+)$/.exec(url) ?? [];
  const browser = { sessionId, key: rightOf(await engine.enterCollection({ sessionId, token })) };
  const { nextAttempt = 1 } = rightOf(await engine.viewCollection(browser));
  const card = new Secret({ number, expiry: '12/99', cvc: '123', name: 'Asha Rao' });
  await engine.payByCard(browser, { attempt: nextAttempt, card });
  const back = await engine.returnFromCollection(browser);
  return E.isRight(back) ? back.right?.split('?')[1] : undefined;
};
