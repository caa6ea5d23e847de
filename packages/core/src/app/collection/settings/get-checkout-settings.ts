import type { ActorNotFound, SettingsDenied } from '../../../model/access/access-errors.js';
import { ActorInput } from '../../../model/access/actor-input.js';
import { settingsViewer } from '../../rights/settings-person.js';
import { E } from '../../../kernel/fp.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { look } from '../../../storage/look.js';
import type { CheckoutSettings } from '../../../model/tenancy/corporate.js';
import { token } from '../../../kernel/token.js';

type GetCheckoutSettingsError = ActorNotFound | SettingsDenied;

/** The settings of collection checkout, for people who may look at settings. */
export type GetCheckoutSettings = UseCase<ActorInput, GetCheckoutSettingsError, CheckoutSettings>;
export const GetCheckoutSettings = token<GetCheckoutSettings>('GetCheckoutSettings');

export const makeGetCheckoutSettings = look(
  GetCheckoutSettings,
  ActorInput,
  async (stores, tenant, { actorUserId }) => {
    const actor = await settingsViewer(stores, tenant, actorUserId);
    if (E.isLeft(actor)) return actor;
    const corporate = await stores.tenancy.corporate(tenant);
    if (corporate === undefined) throw new Error('a person of no corporate');
    return E.right(corporate.checkout);
  },
);
