import * as t from 'io-ts';
import type { Brand } from '../codecs/brand.js';
import { documented } from '../codecs/documented.js';
import { patterned } from '../codecs/patterned.js';

/** An identifier: 1 to 100 visible ASCII characters, so that nothing folds or hides. */
const id = <N extends string>(name: N) => patterned(name, /^[\x21-\x7e]{1,100}$/);

/** Names one bank of the engine (decisions §1), as its provision document does: 1 to 100 visible ASCII characters. */
export const BankTenantId = id('BankTenantId');
export type BankTenantId = t.TypeOf<typeof BankTenantId>;

/** Names one corporate of a bank (decisions §1), as the provision document does: 1 to 100 visible ASCII characters. */
export const CorporateTenantId = id('CorporateTenantId');
export type CorporateTenantId = t.TypeOf<typeof CorporateTenantId>;

/**
 * Names one user of a corporate (decisions §1), a person or a service, as the bank's directory does: 1 to 100 visible
 * ASCII characters.
 */
export const UserId = id('UserId');
export type UserId = t.TypeOf<typeof UserId>;

/** Names one role of a corporate (decisions §1): 1 to 100 visible ASCII characters. */
export const RoleCode = id('RoleCode');
export type RoleCode = t.TypeOf<typeof RoleCode>;

/** Names one payment package of a corporate (§2.4): 1 to 100 visible ASCII characters. */
export const PackageCode = id('PackageCode');
export type PackageCode = t.TypeOf<typeof PackageCode>;

/** Names one account from which a corporate pays (§2.4): 1 to 100 visible ASCII characters. */
export const DebitAccountId = id('DebitAccountId');
export type DebitAccountId = t.TypeOf<typeof DebitAccountId>;

/** Names one of the bank's ways to pay, such as `NEFT` (§2.5): 1 to 100 visible ASCII characters. */
export const PaymentMethodCode = id('PaymentMethodCode');
export type PaymentMethodCode = t.TypeOf<typeof PaymentMethodCode>;

/** Names a calendar of a bank's provision document. */
export const CalendarCode = id('CalendarCode');
export type CalendarCode = t.TypeOf<typeof CalendarCode>;

/** Names one payee of a corporate (§2.2): 1 to 100 visible ASCII characters. */
export const BeneficiaryId = id('BeneficiaryId');
export type BeneficiaryId = t.TypeOf<typeof BeneficiaryId>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const uuid = <N extends string>(name: N) =>
  documented(
    t.brand(t.string, (s): s is t.Branded<string, Brand<N>> => UUID.test(s), name),
    { type: 'string', format: 'uuid', description: 'A time-ordered UUID.' },
  );

/**
 * Names the intake of one batch: a time-ordered UUID, from which the engine derives the ids of its payouts (decisions §2).
 */
export const JobId = uuid('JobId');
export type JobId = t.TypeOf<typeof JobId>;

/**
 * Names one payout for ever: a time-ordered UUID, assigned when its batch is accepted (§2.6) or derived from its checkout
 * session (decisions §9).
 */
export const TransactionId = uuid('TransactionId');
export type TransactionId = t.TypeOf<typeof TransactionId>;
