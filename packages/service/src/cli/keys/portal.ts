import { E } from '@hundi/core';
import { Failed, type Surroundings } from '../command.js';
import { callOnce, type Answer, type Call } from '../remote/call.js';
import { callPatiently, waitFor } from '../remote/patience.js';

/** A person's session in the portal of a service. Its token lives in memory only. */
export interface Session {
  readonly url: string;
  readonly token: string;
}

/** A call of the portal API, below `/portal/v1`. */
export interface PortalCall extends Pick<Call, 'method'> {
  readonly path: `/${string}`;
  readonly body?: object;
  /** The call may be repeated under it. */
  readonly idempotencyKey?: string;
}

const TRIES = 4;

/** Calls the portal; again only where repeating changes nothing. @throws Failed when no answer comes. */
export const callPortal = async (
  { url, token }: Omit<Session, 'token'> & Partial<Session>,
  { method, path, body, idempotencyKey }: PortalCall,
  { stop }: Pick<Surroundings, 'stop'>,
): Promise<Answer> => {
  const call: Call = {
    method,
    url: `${url}/portal/v1${path}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const tries = method === 'GET' || idempotencyKey !== undefined ? TRIES : 1;
  const called = await callPatiently(() => callOnce(call, stop), {
    ...{ tries, wait: waitFor(stop), stop },
  });
  if (E.isRight(called)) return called.right;
  throw new Failed(`no answer from ${url}: ${called.left.reason}`);
};
