import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { knexStorage, migrate, openSqlite } from '@hundi/adapter-knex';
import { keepPrivate } from '@hundi/adapter-node';
import type { Mailer } from '@hundi/core';
import { startPayoutService } from './payout-service.js';

const { DATA_DIR: dataDir = '.data', PORT: port = '3000', STAFF_PASSWORD: password } = process.env;
if (password === undefined || password === '')
  throw new Error('STAFF_PASSWORD is not set: choose the password of the pages at /login');

await mkdir(dataDir, { recursive: true, mode: 0o700 });
const sqlite = await openSqlite(join(dataDir, 'hundi.db'));
await migrate(sqlite.writer);

// A bank sends mails; `smtpMailer` of adapter-node does.
const mailer: Mailer = {
  send: async ({ to, subject, text }) => {
    console.error(`mail to ${to}: ${subject}\n${text}`);
  },
};

const service = await startPayoutService({
  storage: knexStorage(sqlite.writer, sqlite),
  closeStorage: sqlite.close,
  dataDir,
  port: Number(port),
  cookieKey: await keepPrivate(join(dataDir, 'cookie-key'), () => randomBytes(32).toString('hex')),
  staff: (_, given) => given === password,
  mailer,
  onError: (error, incident) => {
    console.error(incident?.incidentId ?? 'error', error);
  },
});
console.log(`our bank listens on ${service.url}`);

const stop = (): void => {
  service.stop().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
};
process.once('SIGTERM', stop).once('SIGINT', stop);
