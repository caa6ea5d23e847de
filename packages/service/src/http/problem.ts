import type { Issue } from '@hundi/core';
import type { Context } from 'koa';

const KINDS = {
  invalid_parameters_error: { title: 'Invalid parameters', status: 400 },
  insufficient_permissions_error: { title: 'Insufficient permissions', status: 403 },
  object_not_found_error: { title: 'Not found', status: 404 },
  method_not_allowed_error: { title: 'Method not allowed', status: 405 },
  payload_too_large_error: { title: 'Payload too large', status: 413 },
  rate_limit_error: { title: 'Too many requests', status: 429 },
  unsupported_media_type_error: { title: 'Unsupported media type', status: 415 },
  service_unavailable_error: { title: 'Service unavailable', status: 503 },
} as const;

/** Why a request was not answered with what it asked for. */
export interface Problem {
  readonly type: keyof typeof KINDS;
  readonly detail: string;
  readonly errors?: ReadonlyArray<Issue>;
}

/** A body or query that is not as it should be. */
export const invalid = (...errors: ReadonlyArray<Issue>): Problem => ({
  type: 'invalid_parameters_error',
  detail: errors
    .map(({ pointer, detail }) => `${pointer === '' ? 'The body' : pointer} ${detail}.`)
    .join(' '),
  errors,
});

export const absent: Problem = {
  type: 'object_not_found_error',
  detail: 'This path does not exist.',
};

/** Answers with a JSON body that must not be cached. */
export const answer = (ctx: Context, status: number, body: object): void => {
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.body = body;
};

/** Answers with a problem document (RFC 9457). */
export const refuse = (ctx: Context, { type, detail, errors }: Problem): void => {
  const { title, status } = KINDS[type];
  answer(ctx, status, {
    type,
    title,
    detail,
    status,
    instance: ctx.response.get('X-Request-Id'),
    ...(errors !== undefined && { errors }),
  });
  ctx.type = 'application/problem+json';
};
