// A shop's receiver loads neither engine nor container.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { register } from 'node:module';
import { MessageChannel } from 'node:worker_threads';

const { port1, port2 } = new MessageChannel();
const loaded = [];
port1.on('message', (url) => loaded.push(url)).unref();
const hooks = `let port;
export const initialize = (data) => { port = data.port; };
export const load = (url, context, next) => { port.postMessage(url); return next(url, context); };`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, {
  data: { port: port2 },
  transferList: [port2],
});

const receiver = await import('@hundi/core/receiver');
assert.equal(typeof receiver.verifyWebhook, 'function');
await new Promise((resolve) => setImmediate(resolve));
assert.ok(loaded.some((url) => url.endsWith('/esm/receiver.js')));
assert.equal(
  loaded.find((url) => url.includes('/inversify/')),
  undefined,
);
// It stands alone: one file, of a small part of core.
const held = loaded.filter((url) => url.includes('/core/dist/'));
assert.equal(held.length, 1);
assert.ok(statSync(new URL(held[0])).size < 65_536);
