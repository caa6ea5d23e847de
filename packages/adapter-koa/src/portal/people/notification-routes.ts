import { NotificationSettings } from '@hundi/core/wire';
import { jsonBody } from '../../http/body/json-body.js';
import { ofFeature } from '../../route/feature-routes.js';
import { portalChange } from '../../route/portal-change.js';
import { portalRoute } from '../../route/route.js';

const example = { waiting: true, expiring: true, outcomes: false } as const;
const success = { status: 200, body: NotificationSettings, example } as const;

const getNotificationSettings = portalRoute({
  method: 'GET',
  path: '/portal/v1/notifications',
  about: {
    operationId: 'getNotificationSettings',
    tag: 'People',
    summary: 'Get what you are mailed of',
    description:
      'Returns of what you are mailed: payouts that wait for your decision, those of them that expire within three days, and payouts you made that were rejected or failed. You are mailed of everything until you switch something off.',
  },
  params: {},
  query: {},
  headers: {},
  refusals: ['ActorNotFound'],
  success,
  run: (engine, { caller }) =>
    engine.getNotificationSettings(caller.tenant, { actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

const putNotificationSettings = portalChange({
  method: 'PUT',
  path: '/portal/v1/notifications',
  about: {
    operationId: 'putNotificationSettings',
    tag: 'People',
    summary: 'Set what you are mailed of',
    description:
      'Sets of what you are mailed from now on. You get at most one mail an hour, with counts and totals only. The journal records the change.',
  },
  params: {},
  body: jsonBody(NotificationSettings, example),
  refusals: ['ActorNotFound'],
  success,
  run: (engine, { caller, body }) =>
    engine.putNotificationSettings(caller.tenant, { ...body, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

export const notificationRoutes = ofFeature('notifications', [
  getNotificationSettings,
  putNotificationSettings,
]);
