import { E } from '@hundi/core';
import { verifyReturn, verifyWebhook, type WebhookEvent } from '@hundi/core/receiver';

/** The part of the checkout that the shop needs: in production an HTTP call with its secret key. */
export interface Checkout {
  /** Answers the session that a customer pays the order in. The same order gets the same session. */
  readonly create: (order: Order) => Promise<{ readonly id: string; readonly url: string }>;
}

export interface Order {
  readonly number: string;
  /** Paise. */
  readonly amount: number;
}

/** The shop's record of an order. */
export interface KeptOrder extends Order {
  readonly sessionId: string;
  /** How often it was shipped: once is right. */
  readonly shipped: number;
}

export interface Shop {
  readonly orders: Map<string, KeptOrder>;
  /** Ids of the events that were acted on. */
  readonly seen: Set<string>;
}

const TOLERANCE_SECONDS = 300;

/** Begins to sell: stores the session beside the order, and only then answers where the customer goes. */
export const sell = async (shop: Shop, checkout: Checkout, order: Order): Promise<string> => {
  const { id, url } = await checkout.create(order);
  const known = shop.orders.get(order.number);
  shop.orders.set(order.number, known ?? { ...order, sessionId: id, shipped: 0 });
  return url;
};

/** The text for a customer who comes back. It ships nothing: the query may be old, and the customer controls it. */
export const welcomeBack = (
  shop: Shop,
  query: string,
  { secretKey, now }: { readonly secretKey: string; readonly now: number },
): string => {
  const returned = verifyReturn(query, secretKey, { toleranceSeconds: TOLERANCE_SECONDS, now });
  if (E.isLeft(returned)) return 'We do not know how your payment stands. Look at your orders.';
  const order = shop.orders.get(returned.right.reference);
  if (order?.sessionId !== returned.right.sessionId) return 'We have no such order.';
  return returned.right.status === 'completed'
    ? 'Thank you! We ship as soon as your payment is confirmed.'
    : `Your order ${order.number} is not paid. Your basket is still there.`;
};

/** Receives a webhook: verifies the bytes as they came, acts on each event once, ships what was paid in full. */
export const receivePayment = (
  shop: Shop,
  { secrets, now }: { readonly secrets: ReadonlyArray<string>; readonly now: number },
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array },
): number => {
  const verified = verifyWebhook(request.body, request.headers, secrets, {
    toleranceSeconds: TOLERANCE_SECONDS,
    now,
  });
  if (E.isLeft(verified)) return 400;
  const { webhookId } = verified.right;
  if (!shop.seen.has(webhookId)) {
    shop.seen.add(webhookId);
    ship(shop, verified.right.event);
  }
  return 204;
};

const ship = ({ orders }: Shop, { type, data }: WebhookEvent): void => {
  const { id, reference, amount } = data.object;
  const order = typeof reference === 'string' ? orders.get(reference) : undefined;
  if (type !== 'checkout.session.completed' || order === undefined) return;
  if (order.sessionId !== id || order.amount !== amount) return;
  orders.set(order.number, { ...order, shipped: order.shipped + 1 });
};
