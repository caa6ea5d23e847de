// A shop's receiver loads neither engine nor container.
import assert from 'node:assert/strict';
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
assert.ok(loaded.some((url) => url.endsWith('/entries/receiver.js')));
for (const heavy of ['/inversify/', '/wiring/', '/storage/'])
  assert.equal(
    loaded.find((url) => url.includes(heavy)),
    undefined,
  );
