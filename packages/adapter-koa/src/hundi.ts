import { E, hasScope, ScopeMissing, type Hundi, type Resolver } from '@hundi/core';
import type { Container } from 'inversify';
import { atOnce, type AtOnce } from './http/limits/at-once.js';
import type { HundiMount } from './hundi-mount.js';
import { engineOf, mounted, type Met } from './mounted.js';
import type { HundiOptions } from './options.js';
import type { Refusal } from './problem/refusal.js';
import type { Reply } from './problem/reply.js';
import type { PartnerRoute } from './route/route.js';
import { partnerRoutes } from './partner/partner-routes.js';

/**
 * The partner API as Koa middleware. It answers everything under `/v1/partner` and passes on the rest; it
 * reads the body itself: mount body parsers behind it, or let them keep `ctx.request.rawBody`. Payout checkout is there
 * while the engine has it.
 *
 * @throws when a container lacks a port, or a rate limit is not a whole number above zero.
 */
export const hundi = (
  engineOrContainer: Hundi | Resolver | Container,
  options: HundiOptions = {},
): HundiMount => {
  const crowd = atOnce();
  return mounted(
    '/v1/partner',
    partnerRoutes,
    options,
    engineOf(engineOrContainer),
    (engine, met) => answer(engine, crowd, met),
  );
};

/**
 * First who, then how often, then whether they may, then what: no body is read for a key that may
 * not send it, and no caller spends the calls of a key that is not theirs.
 */
const answer = async (
  engine: Hundi,
  crowd: AtOnce,
  { ctx, route, spend, known, identify, raw }: Met<PartnerRoute>,
): Promise<E.Either<Refusal, Reply>> => {
  const key = ctx.get('x-api-key');
  const caller = await identify(key, () => engine.authenticate(key));
  if (E.isLeft(caller)) return caller;
  const { tenant, keyId } = caller.right;
  known({ tenant, keyId });
  const spent = await spend(keyId);
  if (E.isLeft(spent)) return spent;
  const { scope } = route.access;
  if (!hasScope(caller.right.scopes, scope)) return E.left(ScopeMissing(scope));
  const run = () => route.answer(engine, caller.right, raw);
  return route.atOnce === undefined
    ? run()
    : crowd(`${route.about.operationId} ${caller.right.keyId}`, route.atOnce, run);
};
