import type { Context } from 'koa';
import { PROBLEM_TYPES, type ProblemType } from '../problem/problem-types.js';
import { BARE_HEADERS } from './page-headers.js';
import type { Page } from './page.js';

const TYPES: Readonly<Record<number, ProblemType>> = {
  400: 'invalid_parameters_error',
  403: 'insufficient_permissions_error',
  404: 'object_not_found_error',
  405: 'method_not_allowed_error',
  413: 'payload_too_large_error',
  415: 'unsupported_media_type_error',
  429: 'rate_limit_error',
  500: 'internal_server_error',
  503: 'service_unavailable_error',
};

const PROBLEM = 'application/problem+json';

/** Whether the request asks for a problem document and for no page; browsers ask for pages. */
export const wantsProblem = (ctx: Context): boolean => ctx.accepts('html', PROBLEM) === PROBLEM;

/** Puts why there is no such page into Koa's response, for a program that asked. */
export const sendProblem = (
  ctx: Context,
  status: number,
  { title, says: detail = title }: Page,
): void => {
  const type = TYPES[status] ?? 'invalid_operation_error';
  const instance = ctx.response.get('X-Request-Id');
  ctx.status = status;
  ctx.set({ ...BARE_HEADERS, 'Content-Type': PROBLEM });
  ctx.body = JSON.stringify({ type, title: PROBLEM_TYPES[type].title, detail, status, instance });
};
