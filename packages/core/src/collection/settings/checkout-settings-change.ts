import * as t from 'io-ts';
import { E } from '../../kernel/fp.js';
import { approvalOf, type SettingsChangeKind } from '../../settings/change-kind.js';
import { CheckoutSettings } from '../../tenancy/corporate.js';

const NewSettings = t.strict({ checkout: CheckoutSettings });

/** Other settings of collection checkout, with a return host that was not there. */
export const putCheckoutSettingsChange: SettingsChangeKind<t.TypeOf<typeof NewSettings>, never> = {
  name: 'put_checkout_settings',
  permissions: ['settings.edit'],
  payload: NewSettings,
  details: ({ checkout }) => ({ ...checkout }),
  check: async () => E.right(null),
  make: async ({ tenancy, journal }, tenant, { checkout }, making) => {
    const corporate = await tenancy.corporate(tenant);
    if (corporate === undefined) throw new Error('a person of no corporate');
    await tenancy.putCorporate({ ...corporate, checkout });
    const subjectId = tenant.corporateTenantId;
    const last = await journal.last(tenant, subjectId);
    await journal.append([
      {
        tenant,
        subjectKind: 'corporate',
        subjectId,
        sequence: (last?.sequence ?? 0) + 1,
        ...(last !== undefined && { from: last.to }),
        to: 'configured',
        at: Math.max(making.at, last?.at ?? 0),
        actor: making.by,
        changes: { ...checkout, ...approvalOf(making) },
      },
    ]);
  },
};
