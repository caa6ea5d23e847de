import { Causes } from '../duty/causes.js';
import { Clock } from '../ports/clock.js';
import { Entropy } from '../ports/entropy.js';
import { Pacer } from '../ports/pacer.js';
import { Sealer } from '../ports/sealer.js';
import { Storage } from '../storage/storage.js';
import { WebhookSender } from '../ports/webhook-sender.js';
import { MailAdministrators } from '../settings/mail-administrators.js';
import {
  DeliverSlowly,
  DeliverWebhooks,
  makeDeliverSlowly,
  makeDeliverWebhooks,
} from '../webhook/deliver/deliver-webhooks.js';
import {
  ListWebhookEndpoints,
  makeListWebhookEndpoints,
} from '../webhook/manage/list-webhook-endpoints.js';
import {
  CreateWebhookEndpoint,
  makeCreateWebhookEndpoint,
} from '../webhook/manage/create-webhook-endpoint.js';
import {
  GetWebhookEndpoint,
  makeGetWebhookEndpoint,
} from '../webhook/manage/get-webhook-endpoint.js';
import {
  ChangeWebhookEndpoint,
  makeChangeWebhookEndpoint,
} from '../webhook/manage/change-webhook-endpoint.js';
import {
  DeleteWebhookEndpoint,
  makeDeleteWebhookEndpoint,
} from '../webhook/manage/delete-webhook-endpoint.js';
import {
  RotateWebhookSecret,
  makeRotateWebhookSecret,
} from '../webhook/manage/rotate-webhook-secret.js';
import {
  TestWebhookEndpoint,
  makeTestWebhookEndpoint,
} from '../webhook/manage/test-webhook-endpoint.js';
import { ReplayWebhooks, makeReplayWebhooks } from '../webhook/manage/replay-webhooks.js';
import {
  ListWebhookDeliveries,
  makeListWebhookDeliveries,
} from '../webhook/manage/list-webhook-deliveries.js';
import { provide, type Binder } from './provide.js';
import type { Token } from '../kernel/token.js';

/** Binds every use case and duty about webhooks. */
export const provideWebhooks = (options: Binder): void => {
  provide(options, ListWebhookEndpoints, makeListWebhookEndpoints, [Storage]);
  provide(options, CreateWebhookEndpoint, makeCreateWebhookEndpoint, [
    Storage,
    Clock,
    Entropy,
    Sealer,
    WebhookSender,
    MailAdministrators,
  ]);
  provide(options, GetWebhookEndpoint, makeGetWebhookEndpoint, [Storage]);
  provide(options, ChangeWebhookEndpoint, makeChangeWebhookEndpoint, [
    Storage,
    Clock,
    Entropy,
    Pacer,
    WebhookSender,
    MailAdministrators,
  ]);
  provide(options, DeleteWebhookEndpoint, makeDeleteWebhookEndpoint, [Storage, Clock]);
  provide(options, RotateWebhookSecret, makeRotateWebhookSecret, [Storage, Clock, Entropy, Sealer]);
  provide(options, TestWebhookEndpoint, makeTestWebhookEndpoint, [Storage, Clock, Entropy, Pacer]);
  provide(options, ReplayWebhooks, makeReplayWebhooks, [Storage, Clock, Pacer]);
  provide(options, ListWebhookDeliveries, makeListWebhookDeliveries, [Storage, Sealer]);
  provide(options, DeliverWebhooks, makeDeliverWebhooks, [
    Storage,
    Clock,
    Entropy,
    Pacer,
    Sealer,
    WebhookSender,
    Causes,
  ]);
  provide(options, DeliverSlowly, makeDeliverSlowly, [
    Storage,
    Clock,
    Entropy,
    Pacer,
    Sealer,
    WebhookSender,
    Causes,
  ]);
};

/** What people do about webhooks. */
export interface Webhooks {
  readonly listWebhookEndpoints: ListWebhookEndpoints;
  readonly createWebhookEndpoint: CreateWebhookEndpoint;
  readonly getWebhookEndpoint: GetWebhookEndpoint;
  readonly changeWebhookEndpoint: ChangeWebhookEndpoint;
  readonly deleteWebhookEndpoint: DeleteWebhookEndpoint;
  readonly rotateWebhookSecret: RotateWebhookSecret;
  readonly testWebhookEndpoint: TestWebhookEndpoint;
  readonly replayWebhooks: ReplayWebhooks;
  readonly listWebhookDeliveries: ListWebhookDeliveries;
}

export const webhooksOf = (container: { readonly get: <T>(token: Token<T>) => T }): Webhooks => ({
  listWebhookEndpoints: container.get(ListWebhookEndpoints),
  createWebhookEndpoint: container.get(CreateWebhookEndpoint),
  getWebhookEndpoint: container.get(GetWebhookEndpoint),
  changeWebhookEndpoint: container.get(ChangeWebhookEndpoint),
  deleteWebhookEndpoint: container.get(DeleteWebhookEndpoint),
  rotateWebhookSecret: container.get(RotateWebhookSecret),
  testWebhookEndpoint: container.get(TestWebhookEndpoint),
  replayWebhooks: container.get(ReplayWebhooks),
  listWebhookDeliveries: container.get(ListWebhookDeliveries),
});
