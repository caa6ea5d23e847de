import type { Context } from 'koa';

const BEARER = /^Bearer +([\x21-\x7e]{1,200})$/i;

/** The token that a request carries as `Authorization: Bearer`. Two such headers may be of two callers, and count as none. */
export const bearerOf = ({ req }: Context): string | undefined => {
  const [given = '', ...others] = req.headersDistinct['authorization'] ?? [];
  return others.length === 0 ? BEARER.exec(given)?.[1] : undefined;
};
