import * as t from 'io-ts';
import { BankTenantId, CorporateTenantId } from '../kernel/ids.js';

/** Where a corporate wants to hear of events, and of which: names, families (`transaction.*`) or `*` (decisions §11). */
export const WebhookEndpoint = t.strict({
  endpointId: t.string,
  bankTenantId: BankTenantId,
  corporateTenantId: CorporateTenantId,
  url: t.string,
  eventTypes: t.array(t.string),
  sealedSecret: t.string,
  createdAt: t.number,
});
export type WebhookEndpoint = t.TypeOf<typeof WebhookEndpoint>;
