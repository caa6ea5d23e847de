import assert from 'node:assert/strict';
import type { Hundi, Storage, UserId } from '@hundi/core';
import type {
  SealedEvent,
  NewWebhookSecret,
  WebhookDelivery,
  WebhookEndpointView,
} from '@hundi/core/wire';
import { verifyWebhook, type WebhookEvent } from '@hundi/core/receiver';
import type { ReceivedWebhook } from '../../kit/webhook/receivers.js';
import { expectRight, openStage, type Stage } from './stage.js';

export const ADMIN = 'u-admin' as UserId;
export const MAKER = 'u-maker' as UserId;

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The envelope of an event, as far as scenarios look. */
export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly data: { readonly object: { readonly transactionId?: string } };
}

export const envelopeOf = ({ body }: Pick<ReceivedWebhook, 'body'>): Envelope =>
  JSON.parse(new TextDecoder().decode(body)) as Envelope;

/** A stage, and short ways to look after acme's webhooks. */
export interface WebhookStage extends Stage {
  /** The events that were sealed since the stage was opened. */
  readonly feed: () => Promise<ReadonlyArray<SealedEvent>>;
  readonly register: (url: string, eventTypes?: ReadonlyArray<string>) => Promise<NewWebhookSecret>;
  readonly change: (
    endpointId: string,
    change: Omit<Parameters<Hundi['changeWebhookEndpoint']>[1], 'actorUserId' | 'endpointId'>,
  ) => Promise<WebhookEndpointView>;
  readonly endpoint: (endpointId: string) => Promise<WebhookEndpointView>;
  /** Every attempt, the oldest first. */
  readonly attempts: (endpointId: string) => Promise<ReadonlyArray<WebhookDelivery>>;
  /** The events of one payout that is paid at once, in order. */
  readonly payOne: () => Promise<string>;
  /** The types of what reached a URL, in order. */
  readonly types: (url: string) => ReadonlyArray<string>;
}

export const openWebhooks = async (storage: Storage): Promise<WebhookStage> => {
  const stage = await openStage(storage);
  // The events of provisioning do not go to an endpoint that is made later.
  await stage.runDue();
  const begin = await storage.read(({ events }) => events.lastPosition(stage.tenant));
  const { engine, tenant, receivers } = stage;
  return {
    ...stage,
    feed: () => storage.read(({ events }) => events.after(tenant, begin, 1_000)),
    register: async (url, eventTypes = ['*']) =>
      expectRight(
        await engine.createWebhookEndpoint(tenant, {
          actorUserId: ADMIN,
          url,
          eventTypes,
        }),
      ),
    change: async (endpointId, change) =>
      expectRight(
        await engine.changeWebhookEndpoint(tenant, { actorUserId: ADMIN, endpointId, ...change }),
      ),
    endpoint: async (endpointId) =>
      expectRight(await engine.getWebhookEndpoint(tenant, { actorUserId: ADMIN, endpointId })),
    attempts: async (endpointId) => {
      const page = await engine.listWebhookDeliveries(tenant, {
        actorUserId: ADMIN,
        endpointId,
        limit: 100,
      });
      return [...expectRight(page).items].reverse();
    },
    payOne: async () => {
      const [payout] = await stage.pay([{}]);
      return payout?.transactionId ?? assert.fail('nothing was paid');
    },
    types: (url) => receivers.received(url).map((one) => envelopeOf(one).type),
  };
};

/** The event of a delivery, for a receiver who holds these secrets. @throws when it is not genuine or not fresh. */
export const verified = (one: ReceivedWebhook, secrets: ReadonlyArray<string>): WebhookEvent =>
  expectRight(
    verifyWebhook(one.body, { ...one.headers }, secrets, { toleranceSeconds: 1, now: one.at }),
  ).event;
