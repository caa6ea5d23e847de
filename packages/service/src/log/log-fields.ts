import { errorFacts, type ErrorFacts } from './error-facts.js';

type Written = string | number | ReadonlyArray<string> | ErrorFacts;

const text =
  (shape: RegExp) =>
  (value: unknown): Written | undefined =>
    typeof value === 'string' && shape.test(value) ? value : undefined;

const amount = (value: unknown): Written | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const LISTED_MAX = 20;

/** The first of a list of texts that look so. */
const texts =
  (shape: RegExp) =>
  (value: unknown): Written | undefined => {
    if (!Array.isArray(value)) return undefined;
    const listed = value.filter((one) => typeof one === 'string' && shape.test(one));
    return listed.length === 0 ? undefined : listed.slice(0, LISTED_MAX);
  };

/** An id that the engine made: a UUID, or a prefix and what follows it. */
const MADE_ID =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:cs|pcs|pl|we|lc)_[0-9A-Za-z-]{8,64})$/;

/** The id of a corporate, and one of its bank or its people. */
const PAIR = /^(?!.*\d{6})[\w.-]{1,64}\/(?!.*\d{6})[\w.-]{1,64}$/;

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
  securityEvent: text(/^[a-z_]{1,40}$/),
  /** The id of a key-encryption key, which reveals nothing of it. */
  kekId: text(/^[0-9a-f]{16}$/),
  /** Keyed hashes, never what they are of. */
  keyHash: text(/^[0-9a-f]{32}$/),
  personHash: text(/^[0-9a-f]{32}$/),
  tenantHash: text(/^[0-9a-f]{32}$/),
  networkHash: text(/^[0-9a-f]{32}$/),
  status: amount,
  durationMs: amount,
  duty: text(/^[a-z-]{1,40}$/),
  /** As the engine names it. */
  useCase: text(/^[A-Za-z]{1,60}$/),
  /** The subjects of a failure: the first twenty, and how many in all. */
  subjects: texts(MADE_ID),
  subjectCount: amount,
  /** The bank tenant and the corporate tenant of each. */
  corporates: texts(PAIR),
  /** Of a policy, in paise: never that of a payout. */
  aboveAmount: amount,
  /** Records that a provision document no longer names: the first twenty of each kind, and how many in all. */
  absentCount: amount,
  /** How many of them are suspended, revoked or disabled with this start. */
  endedCount: amount,
  absentCorporates: texts(/^(?!.*\d{6})[\w.-]{1,64}$/),
  /** The corporate and the user. */
  absentUsers: texts(PAIR),
  /** The public part alone. */
  absentKeys: texts(/^[0-9A-Za-z]{1,40}$/),
  absentEndpoints: texts(MADE_ID),
  /** Payees of which a provision document says what does not stand: the corporate and the beneId, and which members. */
  differingCount: amount,
  differingPayees: texts(PAIR),
  differingMembers: texts(/^[A-Za-z]{1,40}$/),
  /** Corporates whose approval policy people changed, so that the document's does not stand. */
  differingPolicies: texts(/^(?!.*\d{6})[\w.-]{1,64}$/),
  /** Corporates whose stored policies are not those that came into force last. */
  unprovenPolicies: texts(/^(?!.*\d{6})[\w.-]{1,64}$/),
  /** The bank and the calendar of each. */
  endingCalendars: texts(PAIR),
  /** A name without an account number. */
  bankFile: text(/^(?!.*\d{9})[\w.-]{1,120}$/),
  /** One of those in RAIL_FOLDER. */
  folder: text(/^[a-z]{1,20}$/),
  fault: text(/^[a-z_]{1,40}$/),
  line: amount,
  /** The elements of a document around a place. */
  place: text(/^[A-Za-z0-9/]{1,400}$/),
  /** Why words of the bank moved no payout, each reason once, and how many those were. */
  mismatches: texts(/^[a-z_]{1,40}$/),
  mismatchCount: amount,
  call: text(/^(?:submit|query)$/),
  orders: amount,
  url: text(/^https?:\/\/[A-Za-z0-9.:[\]-]+$/),
  maxConnections: amount,
  aheadMs: amount,
  signal: text(/^SIG[A-Z]+$/),
  error: (value: unknown): Written => errorFacts(value),
} as const;

/** The values that a caller gives for a log line. */
export type LogFields = { readonly [K in keyof typeof FIELDS]?: unknown };

const NAMES = Object.keys(FIELDS) as ReadonlyArray<keyof typeof FIELDS>;

/** Returns the given values that a line may hold. */
export const allowed = (fields: LogFields): Readonly<Record<string, Written>> => {
  const kept: Record<string, Written> = {};
  for (const name of NAMES) {
    const value = Object.hasOwn(fields, name) ? FIELDS[name](fields[name]) : undefined;
    if (value !== undefined) kept[name] = value;
  }
  return kept;
};
