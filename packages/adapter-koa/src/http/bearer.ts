import type { Context } from 'koa';

const BEARER = /^Bearer +([\x21-\x7e]{1,200})$/i;

/** The token that a request carries as `Authorization: Bearer`. */
export const bearerOf = (ctx: Context): string | undefined =>
  BEARER.exec(ctx.get('authorization'))?.[1];
