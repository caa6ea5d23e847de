import { CLOSED_HEADERS } from '@hundi/adapter-koa';
import type { Hundi } from '@hundi/core';
import type { ExecutionContext } from 'ava';
import type { SecureHeaders } from '../http/secure-headers.js';
import { loggerTo } from '../log/logger.js';
import { serviceApp } from '../service/app.js';
import { listen } from '../service/listen.js';
import { makeMetrics } from '../watch/metrics.js';

const NO_BANK = { theme: { name: 'No Bank' }, themes: {} };

/** One line of the log. */
export type Line = Readonly<Record<string, unknown>>;

/** An app whose engine, database and sandbox fail with this error, its address, and what it logs. */
export const failingApp = async (
  t: ExecutionContext,
  error: Error,
  headers: SecureHeaders = () => CLOSED_HEADERS,
) => {
  const fails = () => Promise.reject(error);
  const lines: Line[] = [];
  const logger = loggerTo({ write: (line) => lines.push(JSON.parse(line) as Line) }, 'trace');
  const app = serviceApp({
    engine: {
      featuresOff: new Map(),
      acceptBatch: fails,
      authenticate: fails,
      getBacklog: fails,
    } as unknown as Hundi,
    logger,
    metrics: makeMetrics(),
    rateLimits: 'off',
    networkLimits: 'off',
    trustedProxies: [],
    themes: NO_BANK,
    pages: { baseUrl: () => 'http://127.0.0.1' },
    details: async () => ({}),
    isReady: fails,
    isStopping: () => false,
    adminApart: false,
    onSecurityEvent: () => undefined,
    sandbox: fails,
  });
  const { url, cut, stop } = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    headers,
    maxConnections: 100,
    logger,
  });
  t.teardown(() => {
    cut();
    return stop();
  });
  return { url, lines };
};
