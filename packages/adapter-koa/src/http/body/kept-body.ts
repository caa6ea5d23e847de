import type { Context } from 'koa';
import type { IncomingMessage } from 'node:http';

/** A body that something before the middleware has read, and did not keep. */
class BodyAlreadyRead extends Error {
  override readonly name = 'BodyAlreadyRead';

  constructor() {
    super(
      'The body of the request was read before Hundi saw it. Mount hundi(), hundiCheckout(), hundiPortal() and hundiPages() before any body parser, or let the parser keep the bytes: in Koa as ctx.request.rawBody, elsewhere as rawBody of the request (express.json({ verify: (request, response, bytes) => { request.rawBody = bytes; } })).',
    );
  }
}

export const hasNoBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

const rawBodyOf = (request: object): unknown => (request as { readonly rawBody?: unknown }).rawBody;

/**
 * The bytes that a body parser kept, if one has read the body, uncopied; undefined if none has. A parser of Koa keeps
 * them on Koa's request, another one on Node's. Text is taken as the UTF-8 that it was: bytes that were none are
 * replaced in it already.
 *
 * @throws BodyAlreadyRead when the body was read and is kept nowhere.
 */
export const keptBody = ({
  req,
  request,
}: Pick<Context, 'req' | 'request'>): Buffer | undefined => {
  // A request that its client broke off was not read, though it says so.
  if (!req.readableEnded && (!req.readableDidRead || req.destroyed)) return undefined;
  const rawBody = rawBodyOf(request) ?? rawBodyOf(req);
  if (typeof rawBody === 'string') return Buffer.from(rawBody);
  if (rawBody instanceof Uint8Array)
    return Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  if (hasNoBody(req)) return Buffer.alloc(0);
  throw new BodyAlreadyRead();
};
