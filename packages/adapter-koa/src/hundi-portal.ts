import { E, type Hundi, type Resolver } from '@hundi/core';
import type { Container } from 'inversify';
import { bearerOf } from './http/bearer.js';
import { atOnce, type AtOnce } from './http/limits/at-once.js';
import type { HundiMount } from './hundi-mount.js';
import { engineOf, mounted, type Met } from './mounted.js';
import type { HundiOptions } from './options.js';
import { ConfirmationNeeded, type Refusal } from './problem/refusal.js';
import type { Reply } from './problem/reply.js';
import { requireOneOf } from './route/feature-routes.js';
import type { Guest, PortalRoute } from './route/route.js';
import { portalRoutes } from './portal/portal-routes.js';

/**
 * The portal API as Koa middleware: what a corporate's people do, with a session that they open by a mailed
 * code. It answers everything under `/portal/v1` and passes on the rest. Calls are limited by session, and
 * logins by the network that they come from (`trustedProxies`), by the address asked for and by what they were
 * answered with. Webhooks and payment links are there while the engine has them.
 *
 * @throws when the engine has no mailer for the codes, a container lacks a port, or a rate limit is not a whole
 * number above zero.
 */
export const hundiPortal = (
  engineOrContainer: Hundi | Resolver | Container,
  options: HundiOptions = {},
): HundiMount => {
  const engine = engineOf(engineOrContainer);
  requireOneOf(engine, 'hundiPortal', ['portal']);
  const { bankLogin } = options;
  const crowd = atOnce();
  return mounted({ prefix: '/portal/v1', routes: portalRoutes }, options, engine, (served, met) =>
    answer(served, met, crowd, bankLogin),
  );
};

const answer = async (
  engine: Hundi,
  { ctx, route, inTurn, spend, full, known, peer, raw }: Met<PortalRoute>,
  crowd: AtOnce,
  bankLogin: HundiOptions['bankLogin'],
): Promise<E.Either<Refusal, Reply>> => {
  if (isOpen(route)) {
    const spent = await spend(`address ${peer()}`, 'logins');
    if (E.isLeft(spent)) return spent;
    const guest: Guest = {
      peer: peer(),
      known,
      spend: (thing) => spend(thing, 'codes'),
      bankSession: async () => bankLogin?.(ctx.req),
    };
    return route.answer(engine, guest, raw);
  }
  const purpose = route.enrolling === true ? 'to_enrol' : undefined;
  const person = await engine.authenticateSession(bearerOf(ctx), purpose);
  if (E.isLeft(person)) return person;
  const { tenant, userId, sessionId } = person.right;
  known({ tenant, person: userId });
  const spent = await spend(`session ${sessionId}`);
  if (E.isLeft(spent)) return spent;
  if (route.confirmed === true && !person.right.isConfirmed) return E.left(ConfirmationNeeded());
  const run = async (): Promise<E.Either<Refusal, Reply>> => {
    const refusal = full();
    return refusal === undefined ? route.answer(engine, person.right, raw) : E.left(refusal);
  };
  if (route.atOnce === undefined) return inTurn(run);
  const { bankTenantId, corporateTenantId } = tenant;
  const who = [bankTenantId, corporateTenantId, ...(route.atOnceEach === true ? [userId] : [])];
  return crowd([route.about.operationId, ...who].join(' '), route.atOnce, run);
};

// TypeScript narrows no union by a member of a member.
const isOpen = (
  route: PortalRoute,
): route is Extract<PortalRoute, { readonly access: { readonly kind: 'open' } }> =>
  route.access.kind === 'open';
