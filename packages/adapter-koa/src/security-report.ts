import { E } from '@hundi/core';
import type { Context } from 'koa';
import { proxiesOf } from './http/limits/proxies.js';
import type { HundiOptions } from './options.js';
import type { Refusal } from './problem/refusal.js';
import type { Match } from './route/route-table.js';
import type { RouteData } from './route/route.js';
import { EVENT_OF_CALL, eventOfRefusal } from './security/event-of.js';
import type { SecurityEventName, Who } from './security/security-event.js';

type Result<A> = E.Either<Refusal, A>;

const nameOf = (
  match: Result<Match<RouteData>>,
  result: Result<unknown>,
): SecurityEventName | undefined => {
  if (E.isLeft(result)) return eventOfRefusal(result.left);
  if (E.isLeft(match)) return undefined;
  // The right mailed code led on to a second factor: nobody is in yet.
  if (isAsked(result.right)) return 'login_code_requested';
  return EVENT_OF_CALL[match.right.route.about.operationId];
};

const isAsked = (reply: unknown): boolean => {
  const { body } = (reply ?? {}) as { readonly body?: unknown };
  return typeof body === 'object' && body !== null && 'next' in body;
};

/** Reports the security event of a result to the host; undefined if the host observes none. */
export const securityReport = ({ onSecurityEvent, trustedProxies }: HundiOptions) => {
  if (onSecurityEvent === undefined) return undefined;
  const { networkOf } = proxiesOf(trustedProxies);
  return (
    ctx: Context,
    requestId: string,
    match: Result<Match<RouteData>>,
    result: Result<unknown>,
  ): void => {
    const name = nameOf(match, result);
    if (name === undefined) return;
    const { who } = ctx.state as { readonly who?: Who };
    onSecurityEvent({ ...who, name, requestId, network: networkOf(ctx.req) });
  };
};
