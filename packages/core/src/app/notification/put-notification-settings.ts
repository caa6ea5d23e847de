import type * as t from 'io-ts';
import { ActorNotFound } from '../../model/access/access-errors.js';
import { ActorInput } from '../../model/access/actor-input.js';
import { change } from '../change/change.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { token } from '../../kernel/token.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import { personEntry } from '../people/person-entry.js';
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

export const makePutNotificationSettings = change(
  PutNotificationSettings,
  PutNotificationSettingsInput,
  {
    read: async ({ tenancy, notifications }, tenant, { actorUserId }) => {
      await tenancy.holdCorporate(tenant);
      const [actor] = await tenancy.actors(tenant, [actorUserId]);
      if (actor === undefined) return E.left(ActorNotFound(actorUserId));
      const known = await notifications.find(tenant, actorUserId);
      return E.right({ actor, known: known ?? noNotifications(tenant, actorUserId) });
    },
    decide: ({ actor, known }, { actorUserId, ...settings }, at, tenant) => {
      const off = offIn(settings);
      const { language = known.language } = settings;
      if (off.join() === known.off.join() && language === known.language)
        return E.right({ answer: settingsOf(known) });
      const next: PersonNotifications = {
        ...known,
        off,
        outcomes: settings.outcomes ? known.outcomes : [],
        revision: known.revision + 1,
        ...(language !== undefined && { language }),
      };
      const to = actor.user.suspended === undefined ? 'active' : 'suspended';
      const answer = settingsOf(next);
      const entry = { to, at, actor: actorUserId, changes: { notifications: answer } } as const;
      return E.right({
        changes: {
          saves: [({ notifications }) => notifications.put(next)],
          entries: [personEntry(tenant, actorUserId, entry)],
        },
        answer,
      });
    },
  },
);
