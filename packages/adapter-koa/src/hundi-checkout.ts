import { E, type Hundi, type Resolver } from '@hundi/core';
import type { Container } from 'inversify';
import { checkoutRoutes } from './checkout/session-routes.js';
import { bearerOf } from './http/bearer.js';
import type { HundiMount } from './hundi-mount.js';
import { engineOf, mounted, type Met } from './mounted.js';
import type { HundiOptions } from './options.js';
import type { Refusal } from './problem/refusal.js';
import type { Reply } from './problem/reply.js';
import { requireOneOf } from './route/feature-routes.js';
import type { CheckoutRoute } from './route/route.js';

/**
 * The collection checkout API as Koa middleware, for merchants' backends with a secret key. It answers
 * everything under `/v1/checkout` and passes on the rest.
 *
 * @throws when collection checkout is off, a container lacks a port, or a rate limit is not a whole number above zero.
 */
export const hundiCheckout = (
  engineOrContainer: Hundi | Resolver | Container,
  options: HundiOptions = {},
): HundiMount => {
  const engine = engineOf(engineOrContainer);
  requireOneOf(engine, 'hundiCheckout', ['collection-checkout']);
  return mounted({ prefix: '/v1/checkout', routes: checkoutRoutes }, options, engine, answer);
};

const answer = async (
  engine: Hundi,
  { ctx, route, spend, full, known, identify, raw }: Met<CheckoutRoute>,
): Promise<E.Either<Refusal, Reply>> => {
  const key = bearerOf(ctx);
  const merchant = await identify(key, () => engine.authenticateSecretKey(key));
  if (E.isLeft(merchant)) return merchant;
  const { tenant, keyId } = merchant.right;
  known({ tenant, keyId });
  const spent = await spend(`sk_${keyId}`);
  if (E.isLeft(spent)) return spent;
  const refusal = full();
  return refusal === undefined ? route.answer(engine, merchant.right, raw) : E.left(refusal);
};
