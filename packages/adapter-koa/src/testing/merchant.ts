import type { CheckoutSessionObject } from '@hundi/core/wire';
import { newCheckout } from '../examples/checkout.js';
import type { Answer, Call, Served } from './serve.js';

/** A merchant's backend, with the secret key of a corporate. */
export interface MerchantClient {
  readonly key: string;
  readonly get: (path: string, call?: Call) => Promise<Answer>;
  readonly post: (path: string, body?: unknown, call?: Call) => Promise<Answer>;
  /** Creates a session; answers it. @throws when it is refused. */
  readonly create: (overrides?: object, key?: string) => Promise<CheckoutSessionObject>;
}

let orders = 0;

/** The backend of a shop. */
export const merchantOf = (served: Served, corporate = 'acme'): MerchantClient => {
  const key = served.sandbox.credentials.corporates[corporate]?.secretKeys['shop'] ?? '';
  const withKey = ({ headers, ...call }: Call = {}): Call => ({
    key: null,
    ...call,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  const post: MerchantClient['post'] = (path, body, call) =>
    served.send('POST', `/v1/checkout${path}`, {
      ...withKey(call),
      ...(body !== undefined && { body }),
    });
  return {
    key,
    get: (path, call) => served.send('GET', `/v1/checkout${path}`, withKey(call)),
    post,
    create: async (overrides = {}, name) => {
      orders += 1;
      const headers = { 'idempotency-key': name ?? `order-${String(orders)}` };
      const { status, text } = await post(
        '/sessions',
        { ...newCheckout, ...overrides },
        { headers },
      );
      if (status !== 201) throw new Error(`not created: ${text}`);
      return JSON.parse(text) as CheckoutSessionObject;
    },
  };
};
