import type * as t from 'io-ts';
import { ActorNotFound } from '../../model/access/access-errors.js';
import { ActorInput } from '../../model/access/actor-input.js';
import { writeRecords } from '../writer/write-changes.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { recipe, token } from '../../kernel/token.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { personEntry } from '../people/person-entry.js';
import { Clock } from '../../ports/clock.js';
import { Storage } from '../../storage/storage.js';
import {
  noNotifications,
  type PersonNotifications,
} from '../../model/notification/kept/person-notifications.js';
import { NotificationSettings, offIn, settingsOf } from './notification-settings.js';

/** The person, and of what they are mailed from now on. */
export const PutNotificationSettingsInput = record(
  'PutNotificationSettingsInput',
  { ...ActorInput.required, ...NotificationSettings.required },
  NotificationSettings.optional,
);
export type PutNotificationSettingsInput = t.TypeOf<typeof PutNotificationSettingsInput>;

/** Sets of what the person is mailed and, where it says so, in which language. The journal says so; setting what is set changes nothing. */
export type PutNotificationSettings = UseCase<
  PutNotificationSettingsInput,
  ActorNotFound,
  NotificationSettings
>;
export const PutNotificationSettings = token<PutNotificationSettings>('PutNotificationSettings');

export const makePutNotificationSettings = recipe(
  PutNotificationSettings,
  { Storage, Clock },
  ({ storage, clock }) =>
    useCase(PutNotificationSettingsInput, (tenant, { actorUserId, ...settings }) =>
      storage.atomically(async (stores) => {
        const { tenancy, notifications } = stores;
        await tenancy.holdCorporate(tenant);
        const [actor] = await tenancy.actors(tenant, [actorUserId]);
        if (actor === undefined) return E.left(ActorNotFound(actorUserId));
        const known =
          (await notifications.find(tenant, actorUserId)) ?? noNotifications(tenant, actorUserId);
        const off = offIn(settings);
        const { language = known.language } = settings;
        if (off.join() === known.off.join() && language === known.language)
          return E.right(settingsOf(known));
        const outcomes = settings.outcomes ? known.outcomes : [];
        const next: PersonNotifications = {
          ...known,
          off,
          outcomes,
          revision: known.revision + 1,
          ...(language !== undefined && { language }),
        };
        const to = actor.user.suspended === undefined ? 'active' : 'suspended';
        const at = clock.now();
        const changes = { notifications: settingsOf(next) };
        const entry = { to, at, actor: actorUserId, changes } as const;
        await writeRecords(stores, {
          saves: [(records) => records.notifications.put(next)],
          entries: [personEntry(tenant, actorUserId, entry)],
        });
        return E.right(settingsOf(next));
      }),
    ),
);
