import assert from 'node:assert/strict';
import { answerOf, batchOf, type Stories } from './opening.js';

export const webhook: Stories = {
  'An administrator registers an endpoint, tries it, and looks at what was delivered': async ({
    engine,
    tenant,
    sandbox,
  }) => {
    const actorUserId = 'u-admin';
    const made = answerOf(
      await engine.createWebhookEndpoint(tenant, {
        actorUserId,
        url: 'https://erp.acme.example/hooks',
        eventTypes: ['transaction.*'],
      }),
    );
    const { endpointId } = made.endpoint;
    answerOf(await engine.testWebhookEndpoint(tenant, { actorUserId, endpointId }));
    await engine.acceptBatch(tenant, { key: 'run-30', batch: batchOf('INV-30', 250_000) });
    await sandbox.runDue();
    const attempts = answerOf(
      await engine.listWebhookDeliveries(tenant, { actorUserId, endpointId, limit: 20 }),
    );
    assert(attempts.items.every(({ status }) => status === 'delivered'));
    const eventIds = attempts.items.slice(0, 1).map(({ eventId }) => eventId);
    const again = await engine.replayWebhooks(tenant, { actorUserId, endpointId, eventIds });
    assert.equal(answerOf(again).queued, 1);
  },
  'They change another endpoint and its secret, and delete it': async ({ engine, tenant }) => {
    const actorUserId = 'u-admin';
    const made = answerOf(
      await engine.createWebhookEndpoint(tenant, {
        actorUserId,
        url: 'https://erp.acme.example/hooks',
        eventTypes: ['transaction.*'],
      }),
    );
    const one = { actorUserId, endpointId: made.endpoint.endpointId };
    answerOf(await engine.changeWebhookEndpoint(tenant, { ...one, eventTypes: ['*'] }));
    answerOf(await engine.rotateWebhookSecret(tenant, one)); // both secrets sign for 24 h
    const changed = answerOf(await engine.getWebhookEndpoint(tenant, one));
    assert.deepEqual(changed.eventTypes, ['*']);
    answerOf(await engine.deleteWebhookEndpoint(tenant, one));
    assert.deepEqual(answerOf(await engine.listWebhookEndpoints(tenant, { actorUserId })), []);
  },
};
