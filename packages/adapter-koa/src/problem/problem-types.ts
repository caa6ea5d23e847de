/** The kinds of problems: the type, which clients branch on (§7), its title and its status. */
export const PROBLEM_TYPES = {
  invalid_parameters_error: { title: 'Invalid parameters', status: 400 },
  authentication_error: { title: 'Authentication failed', status: 401 },
  insufficient_permissions_error: { title: 'Insufficient permissions', status: 403 },
  object_not_found_error: { title: 'Not found', status: 404 },
  method_not_allowed_error: { title: 'Method not allowed', status: 405 },
  invalid_operation_error: { title: 'Invalid operation', status: 409 },
  idempotency_key_already_used_error: { title: 'Idempotency key already used', status: 409 },
  // Said by none of our answers: a request that meets its own key waits and gets the replay. Clients know it from §7.
  idempotency_key_in_progress_error: { title: 'Idempotency key in progress', status: 409 },
  object_archived_error: { title: 'Archived', status: 410 },
  payload_too_large_error: { title: 'Payload too large', status: 413 },
  unsupported_media_type_error: { title: 'Unsupported media type', status: 415 },
  rate_limit_error: { title: 'Too many requests', status: 429 },
  service_unavailable_error: { title: 'Service unavailable', status: 503 },
  internal_server_error: { title: 'Internal server error', status: 500 },
} as const;
export type ProblemType = keyof typeof PROBLEM_TYPES;
