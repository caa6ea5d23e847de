import { CLOSED_HEADERS, type Proxies } from '@hundi/adapter-koa';
import { ServerResponse, type IncomingMessage } from 'node:http';

/** The headers of every answer, to a request or to broken HTTP. */
export type SecureHeaders = (request?: IncomingMessage) => Readonly<Record<string, string>>;

const HSTS = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

/**
 * The headers of every answer: nothing of it runs in a browser, and where browsers find the service by https
 * they never come without it. Not said by plain HTTP (RFC 6797 §7.2), as far as a trusted proxy says.
 */
export const secureHeaders = (
  publicUrl: string | undefined,
  { protocolOf }: Pick<Proxies, 'protocolOf'>,
): SecureHeaders => {
  if (publicUrl?.startsWith('https:') !== true) return () => CLOSED_HEADERS;
  const strict = { ...CLOSED_HEADERS, ...HSTS };
  return (request) =>
    request !== undefined && protocolOf(request) === 'http' ? CLOSED_HEADERS : strict;
};

/** Responses that begin with these headers, those that Node writes by itself included. */
export const responsesWith = (headers: SecureHeaders): typeof ServerResponse =>
  class<R extends IncomingMessage> extends ServerResponse<R> {
    constructor(...[request, ...rest]: ConstructorParameters<typeof ServerResponse<R>>) {
      super(request, ...rest);
      for (const [name, value] of Object.entries(headers(request))) this.setHeader(name, value);
    }
  };
