/**
 * Whom the journal names where neither a user nor an operator acts, beside the duties. No user is called so: what such a
 * user did would count as done by the engine.
 */
export const OWN_ACTORS = [
  'bank',
  'card-acquirer',
  'customer',
  'intake',
  'provision',
  'send-guard',
] as const;
