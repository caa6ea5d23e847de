import { SECURITY_EVENTS, type RequestLog, type SecurityEventName } from '@hundi/adapter-koa';
import type { Activity, DutyRun } from '@hundi/core';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { MailCall } from '../mail/watched-mailer.js';
import type { BankCall } from './watched-rail.js';
import type { WebhookAttempt } from './watched-sender.js';

/** Metrics that this process counts as things happen. No label names a tenant. */
export interface Metrics {
  readonly registry: Registry;
  readonly request: (
    request: Pick<RequestLog, 'method' | 'route' | 'status' | 'durationMs'>,
  ) => void;
  readonly security: (event: SecurityEventName) => void;
  readonly dutyRun: (run: DutyRun) => void;
  readonly dutyError: (duty: Activity) => void;
  readonly bankCall: (call: BankCall) => void;
  readonly mail: (mail: MailCall) => void;
  readonly webhook: (attempt: WebhookAttempt) => void;
}

const SECOND = 1_000;

export const makeMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'hundi_http_request_duration_seconds',
    help: 'Duration of answered requests, by the template of their path.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const runs = new Histogram({
    name: 'hundi_duty_run_duration_seconds',
    help: 'Duration of successful runs of background duties, including runs that found nothing due.',
    labelNames: ['duty'],
    registers,
  });
  const items = new Counter({
    name: 'hundi_duty_items_total',
    help: 'Work that background duties claimed.',
    labelNames: ['duty'],
    registers,
  });
  const errors = new Counter({
    name: 'hundi_duty_errors_total',
    help: 'Failed runs of background duties; they are retried.',
    labelNames: ['duty'],
    registers,
  });
  return {
    registry,
    request: ({ method, route, status, durationMs }) => {
      requests.observe({ method, route, status }, durationMs / SECOND);
    },
    dutyRun: ({ duty, items: claimed, durationMs }) => {
      runs.observe({ duty }, durationMs / SECOND);
      items.inc({ duty }, claimed);
    },
    dutyError: (duty) => {
      errors.inc({ duty });
    },
    ...outsideMetrics(registers),
    security: securityCounter(registers),
  };
};

/** Each event is there from the start, at 0: a rate of what was never counted is no rate. */
const securityCounter = (registers: Registry[]): Metrics['security'] => {
  const events = new Counter({
    name: 'hundi_security_events_total',
    help: 'Security events: rejections and changes to watch for attacks.',
    labelNames: ['event'],
    registers,
  });
  for (const event of SECURITY_EVENTS) events.inc({ event }, 0);
  return (event) => {
    events.inc({ event });
  };
};

/** Metrics of calls to other systems. */
const outsideMetrics = (registers: Registry[]): Pick<Metrics, 'bankCall' | 'mail' | 'webhook'> => {
  const calls = new Histogram({
    name: 'hundi_bank_call_duration_seconds',
    help: 'Duration of calls of the rail (submit, query). A failed call leaves its orders unknown.',
    labelNames: ['call', 'outcome'],
    registers,
  });
  const mails = new Counter({
    name: 'hundi_mails_total',
    help: 'Mails that the mailer sent, or failed to send.',
    labelNames: ['outcome'],
    registers,
  });
  const webhooks = new Histogram({
    name: 'hundi_webhook_attempt_duration_seconds',
    help: 'Duration of attempts to deliver a webhook, by the class of the answer, such as 2xx, or by the reason that there is none, such as timed_out, address_refused or connection_failed.',
    labelNames: ['outcome'],
    registers,
  });
  return {
    webhook: ({ outcome, durationMs }) => {
      webhooks.observe({ outcome }, durationMs / SECOND);
    },
    mail: ({ outcome }) => {
      mails.inc({ outcome });
    },
    bankCall: ({ call, outcome, durationMs }) => {
      calls.observe({ call, outcome }, durationMs / SECOND);
    },
  };
};
