import { E } from '../fp.js';
import type { InvalidInput } from '../kernel/decode.js';
import type { UserId } from '../kernel/ids.js';
import type { JsonObject } from '../kernel/json.js';
import type { Tenant } from '../kernel/tenant.js';
import type { EpochMs } from '../kernel/time.js';
import type { Clock } from '../ports/clock.js';
import type { Pacer } from '../ports/pacer.js';
import type { Storage, Stores } from '../ports/storage.js';
import type { WebhookSender } from '../ports/webhook-sender.js';
import { token } from '../wiring/token.js';
import { journalEndpoint } from './endpoint-entry.js';
import { stepEndpoint, type EndpointState } from './endpoint-machine.js';
import {
  endpointFor,
  endpointToChange,
  shownWithQueue,
  type EndpointDenied,
} from './endpoint-person.js';
import { checkUrl, type WebhookEndpointChange } from './endpoint-request.js';
import type { WebhookEndpointView } from './endpoint-view.js';
import type { WebhookEndpoint } from './endpoint.js';
import { moveOn } from './move-on.js';

export type ChangeWebhookEndpointInput = WebhookEndpointChange & {
  readonly actorUserId: UserId;
  readonly endpointId: string;
};

export type ChangeWebhookEndpointError = EndpointDenied | InvalidInput;

/** Changes an endpoint; what is left out stays. One that is enabled again is sent what has gathered meanwhile. */
export type ChangeWebhookEndpoint = (
  tenant: Tenant,
  input: ChangeWebhookEndpointInput,
) => Promise<E.Either<ChangeWebhookEndpointError, WebhookEndpointView>>;
export const ChangeWebhookEndpoint = token<ChangeWebhookEndpoint>('ChangeWebhookEndpoint');

export const makeChangeWebhookEndpoint =
  (storage: Storage, clock: Clock, pacer: Pacer, sender: WebhookSender): ChangeWebhookEndpoint =>
  async (tenant, { actorUserId, endpointId, ...change }) => {
    const asked = await storage.read((s) => endpointFor(s, tenant, actorUserId, endpointId));
    if (E.isLeft(asked)) return asked;
    const url = await checkUrl(sender, change.url);
    if (E.isLeft(url)) return url;

    const at = clock.now();
    const written = await storage.atomically<ChangeWebhookEndpointError, WebhookEndpointView>(
      async (stores) => {
        const endpoint = await endpointToChange(stores, tenant, actorUserId, endpointId);
        if (E.isLeft(endpoint)) return endpoint;
        const next = changed(endpoint.right, change, at);
        await write(stores, tenant, { before: endpoint.right, next }, { at, actor: actorUserId });
        return E.right(await shownWithQueue(stores, tenant, next));
      },
    );
    pacer.wake();
    return written;
  };

const stateOf = ({ disabled }: WebhookEndpoint): EndpointState =>
  disabled === undefined ? { status: 'enabled' } : { status: 'disabled', ...disabled };

const changed = (
  endpoint: WebhookEndpoint,
  { status, url, eventTypes, description }: WebhookEndpointChange,
  at: EpochMs,
): WebhookEndpoint => {
  const { disabled: _, ...rest } = endpoint;
  const before = stateOf(endpoint);
  const state =
    status === undefined
      ? before
      : stepEndpoint(before, status === 'enabled' ? { type: 'enable' } : { type: 'disable', at });
  return {
    ...rest,
    ...(url !== undefined && { url }),
    ...(eventTypes !== undefined && { eventTypes }),
    ...(description !== undefined && { description }),
    ...(state.status === 'disabled' && { disabled: { by: state.by, at: state.at } }),
  };
};

const differences = (before: WebhookEndpoint, next: WebhookEndpoint): JsonObject => ({
  ...(next.url !== before.url && { url: next.url }),
  ...(next.eventTypes !== before.eventTypes && { eventTypes: next.eventTypes }),
  ...(next.description !== undefined &&
    next.description !== before.description && { description: next.description }),
  ...(next.disabled !== undefined &&
    before.disabled === undefined && { disabledBy: next.disabled.by }),
});

const write = async (
  stores: Stores,
  tenant: Tenant,
  { before, next }: { readonly before: WebhookEndpoint; readonly next: WebhookEndpoint },
  { at, actor }: { readonly at: EpochMs; readonly actor: string },
): Promise<void> => {
  const changes = differences(before, next);
  const isEnabled = next.disabled === undefined;
  if (Object.keys(changes).length === 0 && (before.disabled === undefined) === isEnabled) return;
  await stores.webhookEndpoints.put([next]);
  const to = isEnabled ? 'enabled' : 'disabled';
  await journalEndpoint(stores, next, { to, at, actor, changes });
  await moveOn(stores, tenant, { before, next }, at);
};
