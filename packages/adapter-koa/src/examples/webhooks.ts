import { settingsChange } from './portal-settings.js';

const AT = 1_773_132_300_000;

export const webhookEndpoint = {
  endpointId: 'we_019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e12',
  url: 'https://hooks.acme.example/hundi',
  eventTypes: ['transaction.*', 'payment.job.completed'],
  status: 'enabled',
  createdAt: AT,
  queue: { waiting: 0, dead: 0 },
  description: 'Ledger',
};

export const webhookEndpointPage = {
  items: [webhookEndpoint],
  pagination: { page: 1, limit: 50, total: 1, hasMore: false },
};

export const newWebhookEndpoint = {
  ...webhookEndpoint,
  secret: `whsec_${'k'.repeat(43)}=`,
};

export const rotatedWebhookEndpoint = {
  ...newWebhookEndpoint,
  oldSecretUntil: AT + 86_400_000,
};

export const disabledWebhookEndpoint = {
  ...webhookEndpoint,
  status: 'disabled',
  disabledBy: 'person',
  disabledAt: AT + 3_600_000,
};

export const proposedDeletion = {
  settingsChange: {
    ...settingsChange,
    kind: 'delete_webhook_endpoint',
    details: { endpointId: webhookEndpoint.endpointId },
  },
};

export const webhookDeliveryPage = {
  items: [
    {
      eventId: 'evt_019c2f5e-6a00-8c3a-9b1e-2f4d6a800001',
      type: 'transaction.paid',
      attempt: 2,
      at: AT + 5_000,
      durationMs: 41,
      status: 'delivered',
      code: 204,
    },
    {
      eventId: 'evt_019c2f5e-6a00-8c3a-9b1e-2f4d6a800001',
      type: 'transaction.paid',
      attempt: 1,
      at: AT,
      durationMs: 212,
      status: 'waiting',
      code: 503,
      answer: 'deploying',
      nextAttemptAt: AT + 5_000,
    },
  ],
  pagination: { limit: 50, hasMore: false, nextCursor: null },
};
