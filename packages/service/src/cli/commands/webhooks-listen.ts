import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hardenServer, serverOptions } from '@hundi/adapter-koa';
import { EXIT, Misused, numberOf, textOf, type Command } from '../command/command.js';
import { refuseOptions } from '../command/refuse-options.js';
import { deliveries } from '../webhooks/deliveries.js';
import { forwardOf } from '../webhooks/forward.js';
import { receiver } from '../webhooks/receive.js';
import { webhookSecrets } from '../webhooks/secrets.js';

/** Where the demo tenant's examples expect a receiver. */
const PORT = { min: 0, max: 65_535, usual: 4_000 };
const ANSWER = { min: 200, max: 599, usual: 204 };
const TOLERANCE = { min: 1, max: 999_999_999, usual: 300 };

/** `hundi webhooks listen`: receives, verifies and prints webhooks. */
export const webhooksListen: Command = {
  serves: true,
  options: {
    port: {
      type: 'string',
      value: 'NUMBER',
      about: 'where to listen; else 4000; 0 takes a free port',
    },
    host: { type: 'string', value: 'ADDRESS', about: 'else 127.0.0.1' },
    'secret-file': {
      type: 'string',
      value: 'FILE',
      about: 'a whsec_… a line; else HUNDI_WEBHOOK_SECRET',
    },
    forward: {
      type: 'string',
      value: 'URL',
      about: 'hands on what verified, and answers as URL answers',
    },
    answer: {
      type: 'string',
      value: 'STATUS',
      about: 'answers what verified with it, to see how the service retries; else 204',
    },
    tolerance: {
      type: 'string',
      value: 'SECONDS',
      about:
        'how far the time of a delivery may be from now; else 300. A sandbox whose clock was moved needs more',
    },
  },
  about:
    'Receives webhooks on any path, verifies each by its signature and its time, prints each event once (a repetition as "again"), and answers 2xx only to what verified. With --json an event is {"webhookId", "sentAt", "again", "answered", "event"}. A signal ends it.',
  examples: [
    'HUNDI_WEBHOOK_SECRET=$(cat secret) hundi webhooks listen',
    'hundi webhooks listen --secret-file secret --forward http://127.0.0.1:8080/hooks',
  ],
  run: async (given, around) => {
    const { out, stop } = around;
    const [port, host] = [numberOf(given, 'port', PORT), textOf(given, 'host') ?? '127.0.0.1'];
    const answer = numberOf(given, 'answer', ANSWER);
    const tolerance = numberOf(given, 'tolerance', TOLERANCE);
    const forward = forwardOf(given);
    if (forward !== undefined)
      refuseOptions(given, ['answer'], 'with --forward the receiver decides the answer');
    const receive = receiver(await webhookSecrets(given, around), tolerance);
    const listener = deliveries({ receive, forward, answer }, given, around);
    const server = hardenServer(createServer(serverOptions, listener));
    server.listen(port, host);
    await once(server, 'listening').catch((error: unknown) => {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException;
      throw new Misused(`--port, --host: cannot listen on ${host} port ${String(port)}: ${code}`);
    });
    const { port: taken } = server.address() as AddressInfo;
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${String(taken)}`;
    out(given.json ? JSON.stringify({ listening: url }) : `hundi listens for webhooks on ${url}`);
    if (!stop.aborted) await once(stop, 'abort');
    server.close();
    server.closeAllConnections();
    return EXIT.done;
  },
};
