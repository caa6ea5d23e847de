import * as t from 'io-ts';
import { following, type JournalEntry } from '../../../model/journal/entry/entry.js';
import { E } from '../../../kernel/fp.js';
import { approvalOf, type SettingsChangeKind } from '../../settings/change-kind.js';
import { CheckoutSettings } from '../../../model/tenancy/corporate.js';

const NewSettings = t.strict({ checkout: CheckoutSettings });

/** Other settings of collection checkout, with a return host that was not there. */
export const putCheckoutSettingsChange: SettingsChangeKind<
  t.TypeOf<typeof NewSettings>,
  never,
  JournalEntry | undefined
> = {
  name: 'put_checkout_settings',
  permissions: ['settings.edit'],
  payload: NewSettings,
  details: ({ checkout }) => ({ ...checkout }),
  check: async ({ journal }, tenant) =>
    E.right(await journal.last(tenant, tenant.corporateTenantId)),
  make: (tenant, { checkout }, making, last) => ({
    saves: [
      async ({ tenancy }) => {
        const corporate = await tenancy.corporate(tenant);
        if (corporate === undefined) throw new Error('a person of no corporate');
        await tenancy.putCorporate({ ...corporate, checkout });
      },
    ],
    entries: [
      following(last, {
        tenant,
        subjectKind: 'corporate',
        subjectId: tenant.corporateTenantId,
        to: 'configured',
        at: Math.max(making.at, last?.at ?? 0),
        actor: making.by,
        changes: { ...checkout, ...approvalOf(making) },
      }),
    ],
  }),
};
