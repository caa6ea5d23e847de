import test from 'ava';
import type { UserId } from '../../../kernel/values/ids.js';
import { NOW, TENANT } from '../../../samples.test.data.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import { changingEndpoint } from './changed-endpoint.js';

const ENABLED = {
  ...TENANT,
  endpointId: 'we_1',
  url: 'https://erp.example/hook',
  eventTypes: ['*'],
} as unknown as WebhookEndpoint;
const DISABLED: WebhookEndpoint = { ...ENABLED, disabled: { by: 'failing', at: NOW - 1 } };
const OTHER_URL = { url: 'https://erp.example/other' };

const changing = (before: WebhookEndpoint, change: object) =>
  changingEndpoint(TENANT, before, change, {
    by: 'u-admin' as UserId,
    at: NOW,
  });

for (const [what, before, change, to, woken] of [
  ['that is enabled is sent what has gathered', DISABLED, { status: 'enabled' }, 'enabled', 1],
  ['that is disabled is sent nothing', ENABLED, { status: 'disabled' }, 'disabled', 0],
  ['that goes elsewhere is sent what waits', ENABLED, OTHER_URL, 'enabled', 1],
  ['that goes elsewhere while disabled waits on', DISABLED, OTHER_URL, 'disabled', 0],
] as const)
  test(`an endpoint ${what}`, (t) => {
    const { entries, wakes = [], work = [] } = changing(before, change);
    t.deepEqual(
      entries?.map((entry) => entry.to),
      [to],
    );
    t.is([...wakes, ...work].length, woken);
  });

for (const before of [ENABLED, DISABLED])
  test(`a change that says what holds already changes nothing of an endpoint ${before.disabled ? 'disabled' : 'enabled'}`, (t) => {
    const status = before.disabled ? 'disabled' : 'enabled';
    t.deepEqual(changing(before, { status, url: before.url }), {});
  });

test('an empty description takes the old one away, and changes nothing where there is none', (t) => {
  const described = { ...ENABLED, description: 'Ledger' } as WebhookEndpoint;
  const [entry] = changing(described, { description: '' }).entries ?? [];
  t.deepEqual(entry?.changes, { description: '' });
  t.deepEqual(changing(ENABLED, { description: '' }), {});
});
