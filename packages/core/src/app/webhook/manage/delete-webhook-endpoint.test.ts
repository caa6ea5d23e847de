import test from 'ava';
import { E } from '../../../kernel/fp.js';
import { NOW, TENANT } from '../../../samples.test.data.js';
import { makeDeleteWebhookEndpoint } from './delete-webhook-endpoint.js';

const CHANGE = { changeId: 'sc_1', kind: 'delete_webhook_endpoint', state: 'pending' };

for (const [what, kept, answer] of [
  ['nothing that waits', null, {}],
  ['a change that waits', CHANGE, { settingsChange: CHANGE }],
] as const)
  test(`a deletion that an older version kept under a key as ${what} is answered as one of today`, async (t) => {
    const ports = {
      storage: { atomically: () => Promise.resolve(E.right(kept)) },
      clock: { now: () => NOW },
      entropy: { bytes: (count: number) => new Uint8Array(count) },
      authorityKey: () => Promise.resolve(new Uint8Array(32)),
      mailAdministrators: () => undefined,
    };
    const remove = makeDeleteWebhookEndpoint(ports as never);

    t.deepEqual(
      await remove(TENANT, {
        actorUserId: 'u-admin',
        endpointId: 'we_019a3c5e-2f00-7a1b-8c2d-3e4f5a6b7c8d',
      }),
      E.right(answer),
    );
  });
