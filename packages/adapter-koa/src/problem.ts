import type { Issue } from '@hundi/core';
import type { Refusal } from './refusal.js';

const KINDS = {
  invalid_parameters_error: { title: 'Invalid parameters', status: 400 },
  authentication_error: { title: 'Authentication failed', status: 401 },
  insufficient_permissions_error: { title: 'Insufficient permissions', status: 403 },
  object_not_found_error: { title: 'Not found', status: 404 },
  method_not_allowed_error: { title: 'Method not allowed', status: 405 },
  invalid_operation_error: { title: 'Invalid operation', status: 409 },
  idempotency_key_already_used_error: { title: 'Idempotency key already used', status: 409 },
  payload_too_large_error: { title: 'Payload too large', status: 413 },
  unsupported_media_type_error: { title: 'Unsupported media type', status: 415 },
  rate_limit_error: { title: 'Too many requests', status: 429 },
  internal_server_error: { title: 'Internal server error', status: 500 },
} as const;
type Kind = keyof typeof KINDS;

/** What a problem document (RFC 9457) says, apart from the request that it is about. */
export interface Problem {
  /** The code that clients branch on (§7). */
  readonly type: Kind;
  readonly title: string;
  readonly detail: string;
  readonly status: number;
  /** For clients that know the message-only bodies (§7). */
  readonly message?: string;
  readonly errors?: ReadonlyArray<Issue>;
  readonly incidentId?: string;
}

const problem = (type: Kind, detail: string): Problem => ({
  type,
  title: KINDS[type].title,
  detail,
  status: KINDS[type].status,
});

/** §7: some bodies were seen with only a message; they keep it beside the rest. */
const withMessage = (type: Kind, detail: string): Problem => ({
  ...problem(type, detail),
  message: detail,
});

const forbidden = (detail: string) => problem('insufficient_permissions_error', detail);
const absent = (detail: string) => problem('object_not_found_error', detail);

const tooLarge = (maxBytes: number) =>
  problem('payload_too_large_error', `The body is longer than ${String(maxBytes)} bytes.`);
const tooManyCalls = (seconds: number) =>
  problem(
    'rate_limit_error',
    `The API key has made too many calls; try again in ${String(seconds)} s.`,
  );

/** The problem document of a refusal. */
export const toProblem = (refusal: Refusal): Problem => {
  switch (refusal._tag) {
    case 'NoSuchPath':
      return absent('There is nothing at this path.');
    case 'MethodNotAllowed':
      return problem('method_not_allowed_error', `Allowed here: ${refusal.allow.join(', ')}.`);
    case 'PayloadTooLarge':
      return tooLarge(refusal.maxBytes);
    case 'UnsupportedMediaType':
      return problem('unsupported_media_type_error', `Expected ${refusal.expected}.`);
    case 'RateLimited':
      return tooManyCalls(refusal.retryAfterSeconds);
    case 'InvalidKey':
      return withMessage('authentication_error', 'The API key is missing or invalid.');
    case 'ScopeMissing':
      return forbidden(`The API key lacks the scope ${refusal.scope}.`);
    case 'InvalidInput':
      return {
        ...problem('invalid_parameters_error', summary(refusal.issues)),
        errors: refusal.issues,
      };
    case 'ActorNotFound':
      return withMessage('object_not_found_error', 'The acting user does not exist.');
    case 'NotAMaker':
      return withMessage(
        'insufficient_permissions_error',
        'The initiating user does not exist, is not approved or may not make payments.',
      );
    case 'NotABeneficiaryMaker':
      return withMessage(
        'insufficient_permissions_error',
        'Only an approved maker may create a beneficiary.',
      );
    case 'NotAChecker':
      return forbidden('Only an approved checker may authorize a beneficiary.');
    case 'OwnBeneficiary':
      return forbidden('Whoever created a beneficiary may not authorize it.');
    case 'BeneficiaryNotFound':
      return absent('Beneficiary not found.');
    case 'NotAwaitingApproval':
      return problem('invalid_operation_error', 'The beneficiary is not waiting for approval.');
    case 'DuplicateBeneficiary':
      return withMessage(
        'invalid_operation_error',
        refusal.same === 'bene_id'
          ? 'A beneficiary with this beneId exists.'
          : 'A beneficiary with the same name and bank account number exists.',
      );
    case 'IdempotencyKeyReused':
      return problem(
        'idempotency_key_already_used_error',
        'The idempotency key was used for a request with other values.',
      );
    case 'JobNotFound':
      return absent('Job not found.');
    case 'PayoutNotFound':
      return absent('Transaction not found.');
  }
};

const summary = (issues: ReadonlyArray<Issue>): string => {
  const [first] = issues;
  if (first === undefined) return 'The request is invalid.';
  const where = first.pointer === '' ? 'The body' : first.pointer;
  return issues.length === 1
    ? `${where}: ${first.detail}.`
    : `${where}: ${first.detail}, and ${String(issues.length - 1)} more.`;
};

/** An unexpected failure: the incident id leads an operator to the cause, and tells the caller nothing else. */
export const incidentProblem = (incidentId: string): Problem => ({
  ...problem('internal_server_error', 'The request failed unexpectedly.'),
  incidentId,
});
