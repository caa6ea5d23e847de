import * as t from 'io-ts';
import { ApprovalMatrix } from '../approval/matrix/matrix.js';
import { BankTenantId, CorporateTenantId } from '../kernel/values/ids.js';
import { Name } from '../kernel/values/text.js';
import { record } from '../kernel/codecs/record.js';

/** A bank that runs the engine. Its zone decides which day it is (decisions §2). */
export const BankTenant = t.strict({
  bankTenantId: BankTenantId,
  name: Name,
  timeZone: t.string,
});
export type BankTenant = t.TypeOf<typeof BankTenant>;

/** The hosts to which a collection checkout may return customers, and the text on card statements (§4.13). */
export const CheckoutSettings = t.strict({
  destinationHosts: t.array(t.string),
  statementDescriptor: t.string,
});
export type CheckoutSettings = t.TypeOf<typeof CheckoutSettings>;

/** A customer of the bank. */
export const Corporate = record(
  'Corporate',
  {
    bankTenantId: BankTenantId,
    corporateTenantId: CorporateTenantId,
    name: Name,
    checkout: CheckoutSettings,
    approvalMatrix: ApprovalMatrix,
  },
  {
    /**
     * Whether new keys, webhook URLs, return hosts and reinstatements wait for a second person with
     * `settings.approve`, and changes of a payee's packages and contact data for a checker.
     */
    settingsNeedSecondPerson: t.boolean,
    /** Whether the key that made a payee or asked for its change, or one in its line, may not authorize it. */
    keysSeparateDuties: t.boolean,
    /** Where browsers of payout sessions may be sent back to; anywhere where there is none. */
    payoutReturnHosts: t.array(t.string),
  },
);
export type Corporate = t.TypeOf<typeof Corporate>;
