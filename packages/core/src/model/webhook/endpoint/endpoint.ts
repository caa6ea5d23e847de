import * as t from 'io-ts';
import { BankTenantId, CorporateTenantId } from '../../../kernel/values/ids.js';
import { record } from '../../../kernel/codecs/record.js';

/**
 * A webhook endpoint of a corporate with its subscriptions: names, families (`transaction.*`) or `*`
 * (decisions §11). Nothing is sent to one that is disabled; its queue is kept.
 */
export const WebhookEndpoint = record(
  'WebhookEndpoint',
  {
    endpointId: t.string,
    bankTenantId: BankTenantId,
    corporateTenantId: CorporateTenantId,
    url: t.string,
    eventTypes: t.array(t.string),
    sealedSecret: t.string,
    createdAt: t.number,
  },
  {
    description: t.string,
    /** Secrets that were replaced, the last first: each signs beside the new one until its moment. */
    retiring: t.array(t.strict({ sealedSecret: t.string, until: t.number })),
    disabled: t.strict({
      by: t.keyof({ gone: null, failing: null, person: null }),
      at: t.number,
    }),
  },
);
export type WebhookEndpoint = t.TypeOf<typeof WebhookEndpoint>;
