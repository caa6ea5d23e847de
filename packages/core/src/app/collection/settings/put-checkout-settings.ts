import type * as t from 'io-ts';
import type { ActorNotFound, SettingsDenied } from '../../../model/access/access-errors.js';
import { E } from '../../../kernel/fp.js';
import { record } from '../../../kernel/codecs/record.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { UserId } from '../../../kernel/values/ids.js';
import { canonicalJson } from '../../../kernel/codecs/json.js';
import { Storage } from '../../../storage/storage.js';
import { madeNow, makeOrPropose, Proposing } from '../../settings/make-or-propose.js';
import type { TooManySettingsChanges } from '../../../model/settings/change/settings-change-errors.js';
import { noticeOf } from '../../settings/settings-notice.js';
import {
  awaits,
  type AwaitsApproval,
} from '../../../model/settings/change/settings-change-view.js';
import type { CheckoutSettings } from '../../../model/tenancy/corporate.js';
import { recipe, token } from '../../../kernel/token.js';
import { putCheckoutSettingsChange } from './checkout-settings-change.js';
import { CheckoutSettingsInput } from '../../../model/collection/session/checkout-settings.js';

const PutCheckoutSettingsInput = record('PutCheckoutSettingsInput', {
  actorUserId: UserId,
  ...CheckoutSettingsInput.required,
});
type PutCheckoutSettingsInput = t.TypeOf<typeof PutCheckoutSettingsInput>;

type PutCheckoutSettingsError = ActorNotFound | SettingsDenied | TooManySettingsChanges;

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

export const makePutCheckoutSettings = recipe(
  PutCheckoutSettings,
  { Storage, Proposing },
  ({ storage, proposing }) =>
    useCase(PutCheckoutSettingsInput, (tenant, input) => {
      const { actorUserId, destinationHosts, statementDescriptor } = input;
      return proposing<PutCheckoutSettingsError, PutCheckoutSettingsAnswer>(
        storage,
        { tenant, by: actorUserId, permissions: putCheckoutSettingsChange.permissions },
        async (stores, proposal) => {
          const { corporate, note } = proposal;
          const checkout = {
            destinationHosts: [...new Set(destinationHosts)],
            statementDescriptor,
          };
          const before = corporate.checkout;
          if (canonicalJson(before) === canonicalJson(checkout)) return E.right(checkout);
          const known = new Set(before.destinationHosts);
          const waitsForNobody = checkout.destinationHosts.every((host) => known.has(host));
          const kind = putCheckoutSettingsChange;
          const payload = { checkout };
          const made = await makeOrPropose(stores, kind, payload, { ...proposal, waitsForNobody });
          if (E.isLeft(made)) return made;
          // It waits for nobody, and others are mailed of it all the same.
          if (waitsForNobody && checkout.destinationHosts.length < before.destinationHosts.length)
            note(await noticeOf(stores, corporate, madeNow(kind, payload, proposal)));
          return E.right({
            ...(made.right === undefined ? checkout : before),
            ...awaits(made.right),
          });
        },
      );
    }),
);
