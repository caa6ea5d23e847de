import { E } from '@hundi/core';
import { Failed, type Surroundings } from '../command/command.js';
import { callOnce, type Answer, type Call, type Called } from '../remote/call.js';
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

/** The portal's answer. */
export interface PortalAnswer extends Answer {
  /** An earlier try of the call had no answer, or an error of the server: the service may have done what it asks. */
  readonly mayHaveActed: boolean;
}

const SERVER_ERROR = 500;

const isUnsure = (called: Called): boolean =>
  E.isLeft(called) || called.right.status >= SERVER_ERROR;

/** Calls the portal; again only where repeating changes nothing. @throws Failed when no answer comes. */
export const callPortal = async (
  { url, token }: Omit<Session, 'token'> & Partial<Session>,
  { method, path, body, idempotencyKey }: PortalCall,
  { stop }: Pick<Surroundings, 'stop'>,
): Promise<PortalAnswer> => {
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
  const made: Called[] = [];
  const once = async (): Promise<Called> => {
    const called = await callOnce(call, stop);
    made.push(called);
    return called;
  };
  const called = await callPatiently(once, { tries, wait: waitFor(stop), stop });
  if (E.isRight(called)) return { ...called.right, mayHaveActed: made.some(isUnsure) };
  throw new Failed(`no answer from ${url}: ${called.left.reason}`);
};
