import type { ActorNotFound, SettingsDenied } from '../access/access-errors.js';
import { settingsPerson } from '../access/settings-person.js';
import { E } from '../fp.js';
import type { UserId } from '../kernel/ids.js';
import { canonicalJson } from '../kernel/json.js';
import type { Tenant } from '../kernel/tenant.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../ports/storage.js';
import type { CheckoutSettings } from '../tenancy/corporate.js';
import { token } from '../wiring/token.js';
import type { CheckoutSettingsInput } from './checkout-settings.js';

export type PutCheckoutSettingsError = ActorNotFound | SettingsDenied;

/**
 * Replaces the settings of collection checkout, for people who may edit settings. Sessions that exist keep the
 * addresses that they were created with.
 */
export type PutCheckoutSettings = (
  tenant: Tenant,
  actorUserId: UserId,
  settings: CheckoutSettingsInput,
) => Promise<E.Either<PutCheckoutSettingsError, CheckoutSettings>>;
export const PutCheckoutSettings = token<PutCheckoutSettings>('PutCheckoutSettings');

export const makePutCheckoutSettings =
  (storage: Storage, clock: Clock): PutCheckoutSettings =>
  (tenant, actorUserId, { destinationHosts, statementDescriptor }) =>
    storage.atomically<PutCheckoutSettingsError, CheckoutSettings>(async (stores) => {
      const actor = await settingsPerson(stores, tenant, actorUserId, ['settings.edit']);
      if (E.isLeft(actor)) return actor;
      const corporate = await stores.tenancy.holdCorporate(tenant);
      if (corporate === undefined) throw new Error('a person of no corporate');
      const checkout = { destinationHosts: [...new Set(destinationHosts)], statementDescriptor };
      if (canonicalJson(corporate.checkout) === canonicalJson(checkout)) return E.right(checkout);
      await stores.tenancy.putCorporate({ ...corporate, checkout });
      const subjectId = tenant.corporateTenantId;
      const last = (await stores.journal.of(tenant, subjectId)).at(-1);
      await stores.journal.append([
        {
          tenant,
          subjectKind: 'corporate',
          subjectId,
          sequence: (last?.sequence ?? 0) + 1,
          ...(last !== undefined && { from: last.to }),
          to: 'configured',
          at: Math.max(clock.now(), last?.at ?? 0),
          actor: actorUserId,
          changes: checkout,
        },
      ]);
      return E.right(checkout);
    });
