/** A kind of problem, as a client has to know it. */
export interface ProblemKind {
  readonly title: string;
  readonly status: number;
  /** What a client does about it. */
  readonly advice: string;
}

/** The kinds of problems: the type, which clients branch on (§7), its title, its status, and what to do. */
export const PROBLEM_TYPES = {
  invalid_parameters_error: {
    title: 'Invalid parameters',
    status: 400,
    advice: 'Correct the request. `errors` has a JSON pointer to each fault.',
  },
  authentication_error: {
    title: 'Authentication failed',
    status: 401,
    advice: 'Send a key or a session that is valid. Repeating the request does not help.',
  },
  insufficient_permissions_error: {
    title: 'Insufficient permissions',
    status: 403,
    advice: 'Use a key with the scope, or act as a person whose role permits it.',
  },
  object_not_found_error: {
    title: 'Not found',
    status: 404,
    advice: 'Check the id or the path. An object of another corporate does not exist for you.',
  },
  method_not_allowed_error: {
    title: 'Method not allowed',
    status: 405,
    advice: 'Use a method that the header `Allow` lists.',
  },
  invalid_operation_error: {
    title: 'Invalid operation',
    status: 409,
    advice: 'Read the object again: its state, or a limit, does not permit this now.',
  },
  idempotency_key_already_used_error: {
    title: 'Idempotency key already used',
    status: 409,
    advice: 'Use a new key for a new request. The same key repeats the same request only.',
  },
  // Said by none of our answers: a request that meets its own key waits and gets the replay. Clients know it from §7.
  idempotency_key_in_progress_error: {
    title: 'Idempotency key in progress',
    status: 409,
    advice:
      'Repeat the request with the same key after a moment. This version never says it: a request that meets its own key waits for the answer.',
  },
  object_archived_error: {
    title: 'Archived',
    status: 410,
    advice: 'Ask the bank for the record: `detail` names the file of the archive.',
  },
  payload_too_large_error: {
    title: 'Payload too large',
    status: 413,
    advice: 'Send less in one request. `detail` says how many bytes are accepted.',
  },
  unsupported_media_type_error: {
    title: 'Unsupported media type',
    status: 415,
    advice: 'Send the content type that `detail` names.',
  },
  rate_limit_error: {
    title: 'Too many requests',
    status: 429,
    advice: 'Wait for as many seconds as `Retry-After` says, then repeat the request.',
  },
  service_unavailable_error: {
    title: 'Service unavailable',
    status: 503,
    advice:
      'Repeat the request after `Retry-After` seconds, with the same idempotency key: nothing is done twice.',
  },
  internal_server_error: {
    title: 'Internal server error',
    status: 500,
    advice:
      'Repeat the request with the same idempotency key. If it fails again, report `incidentId` to the bank, which finds the cause by it.',
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
export type ProblemType = keyof typeof PROBLEM_TYPES;
