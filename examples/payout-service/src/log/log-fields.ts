import { errorFacts, type ErrorFacts } from './error-facts.js';

type Written = string | number | ErrorFacts;

const text =
  (shape: RegExp) =>
  (value: unknown): Written | undefined =>
    typeof value === 'string' && shape.test(value) ? value : undefined;

const amount = (value: unknown): Written | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/**
 * Every field that a log line may have, and what it may look like. A field that is not here, or looks otherwise,
 * is left out: no account number, key, code, name or body has a way into a line.
 */
const FIELDS = {
  requestId: text(/^[\x21-\x7e]{1,100}$/),
  incidentId: text(/^[\x21-\x7e]{1,100}$/),
  traceId: text(/^[0-9a-f]{32}$/),
  method: text(/^[A-Z-]{1,20}$/),
  /** The template, never the path. */
  route: text(/^(?:unknown|\/[A-Za-z0-9/{}_.-]*)$/),
  status: amount,
  durationMs: amount,
  duty: text(/^[a-z-]{1,40}$/),
  call: text(/^(?:submit|query)$/),
  orders: amount,
  url: text(/^https?:\/\/[A-Za-z0-9.:[\]-]+$/),
  signal: text(/^SIG[A-Z]+$/),
  error: (value: unknown): Written => errorFacts(value),
} as const;

/** What a log line is given. */
export type LogFields = { readonly [K in keyof typeof FIELDS]?: unknown };

const NAMES = Object.keys(FIELDS) as ReadonlyArray<keyof typeof FIELDS>;

/** Of what a line is given, what it may say. */
export const allowed = (fields: LogFields): Readonly<Record<string, Written>> => {
  const kept: Record<string, Written> = {};
  for (const name of NAMES) {
    const value = Object.hasOwn(fields, name) ? FIELDS[name](fields[name]) : undefined;
    if (value !== undefined) kept[name] = value;
  }
  return kept;
};
