import { E, type Hundi, type Resolver } from '@hundi/core';
import { hasScope, ScopeMissing } from '@hundi/core/wire';
import type { Container } from 'inversify';
import { atOnce, type AtOnce } from './http/limits/at-once.js';
import type { HundiMount } from './hundi-mount.js';
import { engineOf, mounted, type Met } from './mounted.js';
import type { HundiOptions } from './options.js';
import type { Refusal } from './problem/refusal.js';
import type { Reply } from './problem/reply.js';
import type { PartnerRoute } from './route/route.js';
import { beginFor } from './partner/begun.js';
import { lastCallers, type LastCaller } from './partner/last-callers.js';
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
  const lastCallerOf = lastCallers();
  return mounted(
    { prefix: '/v1/partner', routes: partnerRoutes },
    options,
    engineOf(engineOrContainer),
    (engine, met) => answer(engine, crowd, lastCallerOf, met),
  );
};

/**
 * First who, then how often, then whether they may, then what: no body is read for a key that may
 * not send it, and no caller spends the calls of a key that is not theirs.
 */
const answer = async (
  engine: Hundi,
  crowd: AtOnce,
  lastCallerOf: (key: string) => LastCaller,
  met: Met<PartnerRoute>,
): Promise<E.Either<Refusal, Reply>> => {
  const { ctx, route, inTurn, full, spend, known, identify, raw } = met;
  const key = ctx.get('x-api-key');
  const last = lastCallerOf(key);
  const begun = beginFor(last.caller, engine, met);
  const found = await identify(key, () => engine.authenticate(key));
  if (E.isLeft(found)) {
    last.forget();
    return found;
  }
  const caller = found.right;
  const { tenant, keyId } = caller;
  known({ tenant, keyId });
  const spent = await spend(keyId, undefined, begun?.taken);
  if (E.isLeft(spent)) {
    last.forget();
    return spent;
  }
  last.keep(caller);
  const { scope } = route.access;
  if (!hasScope(caller.scopes, scope)) return E.left(ScopeMissing(scope));
  const run = async (): Promise<E.Either<Refusal, Reply>> => {
    const refusal = full();
    if (refusal !== undefined) return E.left(refusal);
    return begun?.answerTo(caller) ?? route.answer(engine, caller, raw);
  };
  if (route.atOnce !== undefined)
    return crowd(`${route.about.operationId} ${keyId}`, route.atOnce, run);
  return inTurn(run);
};
