import type * as t from 'io-ts';
import type { ActorNotFound, SettingsDenied } from '../../../model/access/access-errors.js';
import { E } from '../../../kernel/fp.js';
import { record } from '../../../kernel/codecs/record.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { UserId } from '../../../kernel/values/ids.js';
import { canonicalJson } from '../../../kernel/codecs/json.js';
import { proposal } from '../../settings/proposal.js';
import type { TooManySettingsChanges } from '../../../model/settings/change/settings-change-errors.js';
import type { AwaitsApproval } from '../../../model/settings/change/settings-change-view.js';
import type { CheckoutSettings } from '../../../model/tenancy/corporate.js';
import type { CheckoutSettingsOutdated } from '../../../model/collection/session/collection-errors.js';
import { token } from '../../../kernel/token.js';
import { checkoutDigest, putCheckoutSettingsChange } from './checkout-settings-change.js';
import { CheckoutSettingsInput } from '../../../model/collection/session/checkout-settings.js';

const PutCheckoutSettingsInput = record('PutCheckoutSettingsInput', {
  actorUserId: UserId,
  ...CheckoutSettingsInput.required,
});
type PutCheckoutSettingsInput = t.TypeOf<typeof PutCheckoutSettingsInput>;

type PutCheckoutSettingsError =
  | ActorNotFound
  | SettingsDenied
  | CheckoutSettingsOutdated
  | TooManySettingsChanges;

/** The settings as they are now, and the change that waits, where it does. */
export type PutCheckoutSettingsAnswer = CheckoutSettings & AwaitsApproval;

/**
 * Replaces the settings of collection checkout, for people who may edit settings. Sessions that exist keep the
 * addresses that they were created with. A host that is new may have to wait for a second person, and all that
 * was to change with it.
 */
export type PutCheckoutSettings = UseCase<
  PutCheckoutSettingsInput,
  PutCheckoutSettingsError,
  PutCheckoutSettingsAnswer
>;
export const PutCheckoutSettings = token<PutCheckoutSettings>('PutCheckoutSettings');

export const makePutCheckoutSettings = proposal(
  PutCheckoutSettings,
  PutCheckoutSettingsInput,
  {},
  () => ({
    kind: putCheckoutSettingsChange,
    want: async (_stores, { corporate }, { destinationHosts, statementDescriptor }) => {
      const checkout = { destinationHosts: [...new Set(destinationHosts)], statementDescriptor };
      const before = corporate.checkout;
      if (canonicalJson(before) === canonicalJson(checkout))
        return E.right({ answer: () => checkout });
      const known = new Set(before.destinationHosts);
      const waitsForNobody = checkout.destinationHosts.every((host) => known.has(host));
      return E.right({
        payload: { checkout, replaces: checkoutDigest(before) },
        waitsForNobody,
        isMailed:
          !waitsForNobody || checkout.destinationHosts.length < before.destinationHosts.length,
        answer: (isMade) => (isMade ? checkout : before),
      });
    },
  }),
);
