import test from 'ava';
import { WebhookReplay } from './replay-webhooks.js';

for (const id of ['evt_019a3c5e2f00a1b2c3d4e5f60718', 'evt_019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e13'])
  test(`${id} can be the id of an event to send again`, (t) => {
    t.true(WebhookReplay.is({ eventIds: [id] }));
  });

for (const id of ['', 'evt_', 'evt_\u0000', 'we_1', `evt_${'0'.repeat(100)}`, '\ud800'])
  test(`no storage is asked for the event ${JSON.stringify(id.slice(0, 10))}`, (t) => {
    t.false(WebhookReplay.is({ eventIds: [id] }));
  });
