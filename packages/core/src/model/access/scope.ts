import * as t from 'io-ts';

/** A permission of a key (decisions §3). `payments` stands for all of `/v1/partner`. */
export const Scope = t.keyof({
  payments: null,
  'beneficiaries:read': null,
  'beneficiaries:write': null,
  'beneficiaries:authorize': null,
  'packages:read': null,
  'payments:read': null,
  'payments:write': null,
  'reports:read': null,
  'payout_checkout:write': null,
});
export type Scope = t.TypeOf<typeof Scope>;

/** Whether a key with these scopes may do what needs another; `payments` stands for all (decisions §3). */
export const hasScope = (held: ReadonlyArray<Scope>, needed: Scope): boolean =>
  held.includes('payments') || held.includes(needed);
