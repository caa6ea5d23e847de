import { ActorNotFound } from '../../model/access/access-errors.js';
import { ActorInput } from '../../model/access/actor-input.js';
import { E } from '../../kernel/fp.js';
import { token } from '../../kernel/token.js';
import type { UseCase } from '../../kernel/use-case/use-case.js';
import { look } from '../../storage/look.js';
import { noNotifications } from '../../model/notification/kept/person-notifications.js';
import { settingsOf, type NotificationSettings } from './notification-settings.js';

/** Says of what the person is mailed: of everything, until they switch something off. */
export type GetNotificationSettings = UseCase<ActorInput, ActorNotFound, NotificationSettings>;
export const GetNotificationSettings = token<GetNotificationSettings>('GetNotificationSettings');

export const makeGetNotificationSettings = look(
  GetNotificationSettings,
  ActorInput,
  async ({ tenancy, notifications }, tenant, { actorUserId }) => {
    const [actor] = await tenancy.actors(tenant, [actorUserId]);
    if (actor === undefined) return E.left(ActorNotFound(actorUserId));
    const known = await notifications.find(tenant, actorUserId);
    return E.right(settingsOf(known ?? noNotifications(tenant, actorUserId)));
  },
);
