import * as t from 'io-ts';
import { following, type JournalEntry } from '../../../model/journal/entry/entry.js';
import { E } from '../../../kernel/fp.js';
import { canonicalJson } from '../../../kernel/codecs/json.js';
import { record } from '../../../kernel/codecs/record.js';
import { sha256 } from '../../../kernel/secrets/digest.js';
import { approvalOf, type SettingsChangeKind } from '../../settings/change-kind.js';
import { CheckoutSettings, type Corporate } from '../../../model/tenancy/corporate.js';
import { CheckoutSettingsOutdated } from '../../../model/collection/session/collection-errors.js';

const NewSettings = record(
  'NewSettings',
  { checkout: CheckoutSettings },
  {
    /** SHA-256 of the settings that they were proposed to replace; absent on a proposal from before it was kept. */
    replaces: t.string,
  },
);

/** The digest of settings that others are proposed to replace. */
export const checkoutDigest = (checkout: CheckoutSettings): string =>
  sha256(canonicalJson(checkout));

/**
 * Other settings of collection checkout, with a return host that was not there. The second person approves them against
 * those that they were proposed to replace: no approval brings a host back that was taken away meanwhile.
 */
export const putCheckoutSettingsChange: SettingsChangeKind<
  t.TypeOf<typeof NewSettings>,
  CheckoutSettingsOutdated,
  { readonly corporate: Corporate; readonly last: JournalEntry | undefined }
> = {
  name: 'put_checkout_settings',
  permissions: ['settings.edit'],
  payload: NewSettings,
  details: ({ checkout }) => ({ ...checkout }),
  check: async ({ tenancy, journal }, tenant, { replaces }) => {
    const corporate = await tenancy.corporate(tenant);
    if (corporate === undefined) throw new Error('a person of no corporate');
    if (replaces !== undefined && replaces !== checkoutDigest(corporate.checkout))
      return E.left(CheckoutSettingsOutdated());
    return E.right({ corporate, last: await journal.last(tenant, tenant.corporateTenantId) });
  },
  make: (tenant, { checkout }, making, { corporate, last }) => ({
    saves: [({ tenancy }) => tenancy.putCorporate({ ...corporate, checkout })],
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
