import type { Tenant } from '@hundi/core';

/**
 * Every kind of event that a host may want to watch for attacks and for changes of who may do what. Closed: a
 * host has a counter and an alert for each.
 */
export const SECURITY_EVENTS = [
  'login_code_requested',
  'login_succeeded',
  'login_failed',
  'login_locked',
  'session_refused',
  'session_ended',
  'key_refused',
  'key_created',
  'key_rotated',
  'key_revoked',
  'scope_denied',
  'permission_denied',
  'rate_limited',
  'settings_changed',
  'webhook_changed',
  'person_suspended',
  'person_reinstated',
  'code_failed',
  'code_locked',
  'form_refused',
  'page_refused',
  'body_refused',
] as const;
export type SecurityEventName = (typeof SECURITY_EVENTS)[number];

/** The caller of a request, as far as it is known when the answer is sent. Clear values: never log them unhashed. */
export interface Who {
  readonly tenant?: Tenant;
  readonly keyId?: string;
  /** A user's id; before a login the address that was asked for. */
  readonly person?: string;
}

/** Something that happened to a request. */
export interface SecurityEvent extends Who {
  readonly name: SecurityEventName;
  readonly requestId: string;
  /** The network that it came from: an address, of IPv6 its first 64 bits. */
  readonly network: string;
}
