import type { Mailer, Storage } from '@hundi/core';
import type { Incident } from '@hundi/adapter-koa';
import { inKoa } from './in-koa.js';
import { openEngine } from './open-engine.js';
import type { Staff } from './own-pages.js';
import { serve, type Serving } from './serve.js';

/** What the service is given. */
export interface ServiceOptions {
  readonly storage: Storage;
  readonly closeStorage: () => Promise<void>;
  readonly dataDir: string;
  readonly port: number;
  readonly cookieKey: string;
  readonly staff: Staff;
  readonly mailer: Mailer;
  readonly onError: (error: unknown, incident?: Incident) => void;
}

/** Starts the team's service: the engine, a worker of it, and the app. */
export const startPayoutService = async (options: ServiceOptions): Promise<Serving> => {
  const { storage, dataDir, mailer, cookieKey, staff, port, onError } = options;
  // The pages' address holds the port, and a port of 0 is chosen by the system.
  let url = '';
  const publicUrl = (): string => `${url}/payouts`;
  const engine = await openEngine({ storage, dataDir, mailer, pagesUrl: publicUrl });
  const app = inKoa(engine, { publicUrl, cookieKey, staff, onError });
  app.on('error', (error: unknown) => {
    onError(error);
  });
  const handle = app.callback();
  const server = await serve((request, response) => void handle(request, response), port);
  url = server.url;
  const worker = engine.startWorker({
    onError: (_, error) => {
      onError(error);
    },
  });
  return {
    url,
    // Requests first: each may leave work behind. Then the worker finishes what it has in hand, and needs the storage.
    stop: async () => {
      await server.stop();
      await worker.stop();
      await options.closeStorage();
    },
  };
};
