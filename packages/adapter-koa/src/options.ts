import { subjectsOf, useCaseOf, type BankLogin, type Subject } from '@hundi/core';
import type { IncomingMessage } from 'node:http';
import type { BodySize } from './http/body/json-body.js';
import type { HeldLimits } from './http/held-bytes.js';
import type { TrustedProxies } from './http/limits/proxies.js';
import type { RateLimitOption } from './http/limits/rate-limits.js';
import type { SecurityEvent } from './security/security-event.js';

/** One answered request, without any account data. */
export interface RequestLog {
  readonly requestId: string;
  /** The id of the trace that the caller sent, if it sent one. */
  readonly traceId?: string;
  readonly method: string;
  /** The template of its path, or `unknown`. */
  readonly route: string;
  readonly status: number;
  /** From the arrival of its headers to its answer. */
  readonly durationMs: number;
}

/** Where an unexpected failure happened. */
export interface Incident {
  readonly requestId: string;
  readonly traceId?: string;
  /** The incident id that the answer carries. */
  readonly incidentId: string;
  /** The use case that failed, as the engine names it; absent if none did, or the engine does not know. */
  readonly useCase?: string;
  /** What the use case was asked about; empty if the engine does not know. */
  readonly subjects: ReadonlyArray<Subject>;
}

/** What is known of an error that a request met. */
export const incidentOf = (
  error: unknown,
  request: Pick<Incident, 'requestId' | 'traceId' | 'incidentId'>,
): Incident => {
  const useCase = useCaseOf(error);
  return { ...(useCase !== undefined && { useCase }), ...request, subjects: subjectsOf(error) };
};

/** Options of a host. */
export interface HundiOptions {
  /**
   * The bank's own login: finds the person of a request that comes with the host's session, and the factors that they
   * used there. With it `POST /portal/v1/bank-login` opens a session of the portal, without a mailed code.
   */
  readonly bankLogin?: BankLogin<IncomingMessage>;
  /** Called with the cause of every 500 and every 503; without it the app gets an `error` event. */
  readonly onError?: (error: unknown, incident: Incident) => void;
  /** Called once per response, before it is sent. */
  readonly onRequest?: (request: RequestLog) => void;
  /** Called once for each refusal or change that is a security event, before the answer is sent. */
  readonly onSecurityEvent?: (event: SecurityEvent) => void;
  /** Makes request and incident ids; random UUIDs by default. */
  readonly requestId?: () => string;
  /** How many bytes a body may have: 32 MiB for batches, 64 KiB elsewhere by default. */
  readonly bodyLimits?: Partial<Readonly<Record<BodySize, number>>>;
  /**
   * How many bytes of bodies that are not answered yet this process holds: of one key, session or address
   * (64 MiB by default, then 429), and of all of them (256 MiB, then 503).
   */
  readonly bodiesHeld?: Partial<HeldLimits>;
  /**
   * How many bytes of answers that their clients have not taken this process holds before it refuses further calls: of
   * one key or session, and of the pages for one network (8 MiB by default, then 429), and of all of them (32 MiB, then
   * 503).
   */
  readonly answersHeld?: Partial<HeldLimits>;
  /**
   * How many calls a second each key may make, counted in this process; or who counts them; or `off`. 500
   * reads and 200 writes by default, twice as many at once; a page of more than 100 records counts as a read for each 25 of
   * them; 16 MiB of bodies, four times as much at once; of
   * one peer address 2 logins, 120 at once.
   */
  readonly rateLimits?: RateLimitOption;
  /**
   * The proxies whose `X-Forwarded-For` says where a request comes from: addresses and networks, or how many of them
   * there are. None by default: the address of the connection counts, regardless of Koa's `app.proxy`.
   */
  readonly trustedProxies?: TrustedProxies;
}

export const BODY_LIMITS: Readonly<Record<BodySize, number>> = {
  batch: 32 * 1_024 * 1_024,
  small: 64 * 1_024,
};
