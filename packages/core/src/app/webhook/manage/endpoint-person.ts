import type { ActorNotFound, SettingsDenied } from '../../../model/access/access-errors.js';
import { settingsPerson, VIEWING } from '../../rights/settings-person.js';
import { E } from '../../../kernel/fp.js';
import type { UserId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { Stores } from '../../../storage/storage.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import { QUEUE_LOOK_MAX, webhookEndpointView, type WebhookEndpointView } from './endpoint-view.js';
import { WebhookEndpointNotFound } from '../../../model/webhook/endpoint/webhook-errors.js';

/** The refusal for a person who may not manage webhooks. */
export type WebhooksDenied = ActorNotFound | SettingsDenied;

/** The refusal for an endpoint that the person may not manage. */
export type EndpointDenied = WebhooksDenied | WebhookEndpointNotFound;

/** Whether the person may look after webhooks (`webhooks.manage`). */
export const webhookPerson = (stores: Stores, tenant: Tenant, userId: UserId) =>
  settingsPerson(stores, tenant, userId, ['webhooks.manage']);

/** Whether the person may see endpoints: to look after them, or to decide on what others propose for them. */
export const endpointViewer = (stores: Stores, tenant: Tenant, userId: UserId) =>
  settingsPerson(stores, tenant, userId, [...VIEWING, 'webhooks.manage']);

/** The endpoint, for a person who may look after it. */
export const endpointFor = async (
  stores: Stores,
  tenant: Tenant,
  userId: UserId,
  endpointId: string,
): Promise<E.Either<EndpointDenied, WebhookEndpoint>> => {
  const person = await webhookPerson(stores, tenant, userId);
  if (E.isLeft(person)) return person;
  return foundEndpoint(stores, tenant, endpointId);
};

/** The endpoint, whoever asks: the unit has looked before whether they may. */
export const foundEndpoint = async (
  { webhookEndpoints }: Stores,
  tenant: Tenant,
  endpointId: string,
): Promise<E.Either<WebhookEndpointNotFound, WebhookEndpoint>> => {
  const endpoint = await webhookEndpoints.find(tenant, endpointId);
  return endpoint === undefined ? E.left(WebhookEndpointNotFound()) : E.right(endpoint);
};

export const shownWithQueue = async (
  { deliveries }: Stores,
  tenant: Tenant,
  endpoint: WebhookEndpoint,
): Promise<WebhookEndpointView> =>
  webhookEndpointView(
    endpoint,
    await deliveries.tally(tenant, endpoint.endpointId, QUEUE_LOOK_MAX),
  );

/** An endpoint that was found before, as it is now. */
export const shownAgain = async (
  stores: Stores,
  tenant: Tenant,
  before: WebhookEndpoint,
): Promise<WebhookEndpointView> => {
  const now = await stores.webhookEndpoints.find(tenant, before.endpointId);
  return shownWithQueue(stores, tenant, now ?? before);
};
