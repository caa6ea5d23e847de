import type * as t from 'io-ts';
import type { ActorNotFound, SettingsDenied } from '../../access/access-errors.js';
import { corporateOf, settingsChanger } from '../../access/rights/settings-person.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { UserId } from '../../kernel/values/ids.js';
import { canonicalJson } from '../../kernel/codecs/json.js';
import type { Clock } from '../../ports/clock.js';
import type { Entropy } from '../../ports/entropy.js';
import type { Storage } from '../../storage/storage.js';
import type { MailAdministrators } from '../../settings/mail-administrators.js';
import { madeNow, makeOrPropose, settingsChangeId } from '../../settings/make-or-propose.js';
import type { TooManySettingsChanges } from '../../settings/change/settings-change-errors.js';
import { atomicallyNoted, noticeOf } from '../../settings/settings-notice.js';
import { awaits, type AwaitsApproval } from '../../settings/change/settings-change-view.js';
import type { CheckoutSettings } from '../../tenancy/corporate.js';
import { token } from '../../kernel/token.js';
import { putCheckoutSettingsChange } from './checkout-settings-change.js';
import { CheckoutSettingsInput } from '../session/checkout-settings.js';

/** The acting user, and the settings that they want. */
const PutCheckoutSettingsInput = record(
  'PutCheckoutSettingsInput',
  { actorUserId: UserId, ...CheckoutSettingsInput.required },
  {},
);
type PutCheckoutSettingsInput = t.TypeOf<typeof PutCheckoutSettingsInput>;

export type PutCheckoutSettingsError = ActorNotFound | SettingsDenied | TooManySettingsChanges;

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

export const makePutCheckoutSettings = (
  storage: Storage,
  clock: Clock,
  entropy: Entropy,
  mailAdministrators: MailAdministrators,
): PutCheckoutSettings =>
  useCase(PutCheckoutSettingsInput, (tenant, input) => {
    const { actorUserId, destinationHosts, statementDescriptor } = input;
    const asked = { by: actorUserId, at: clock.now(), changeId: settingsChangeId(clock, entropy) };
    return atomicallyNoted<PutCheckoutSettingsError, PutCheckoutSettingsAnswer>(
      storage,
      mailAdministrators,
      async (stores, note) => {
        const actor = await settingsChanger(stores, tenant, actorUserId, ['settings.edit']);
        if (E.isLeft(actor)) return actor;
        const corporate = await corporateOf(stores, tenant);
        const checkout = { destinationHosts: [...new Set(destinationHosts)], statementDescriptor };
        const before = corporate.checkout;
        if (canonicalJson(before) === canonicalJson(checkout)) return E.right(checkout);
        const payload = { checkout };
        const isFree = checkout.destinationHosts.every((host) =>
          before.destinationHosts.includes(host),
        );
        const proposal = { ...asked, note, isFree };
        const kind = putCheckoutSettingsChange;
        const made = await makeOrPropose(stores, tenant, kind, payload, proposal);
        // It waits for nobody, and others are mailed of it all the same.
        if (isFree && checkout.destinationHosts.length < before.destinationHosts.length)
          note(await noticeOf(stores, corporate, madeNow(kind, payload, proposal)));
        if (E.isLeft(made)) return made;
        return E.right({
          ...(made.right === undefined ? checkout : before),
          ...awaits(made.right),
        });
      },
    );
  });
