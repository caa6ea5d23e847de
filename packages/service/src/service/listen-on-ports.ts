import { proxiesOf } from '@hundi/adapter-koa';
import type { Config } from '../config/config.js';
import type { ServicePages } from '../host/service-pages.js';
import { secureHeaders } from '../http/secure-headers.js';
import { adminApp, serviceApp, type AppParts } from './app.js';
import { listen, type Listening } from './listen.js';

/** The servers of one process. */
export interface Ports extends Pick<Listening, 'cut'> {
  readonly main: Listening;
  /** For operators, if they have a port of their own. */
  readonly admin: Listening | undefined;
  readonly stop: () => Promise<unknown>;
}

/**
 * Takes requests: on the port, and for operators on one of their own where there is to be one.
 *
 * @throws StartRefused when one of them cannot be had.
 */
export const listenOnPorts = async (
  { host, port, adminPort, publicUrl, trustedProxies, maxConnections }: Config,
  pages: ServicePages,
  parts: AppParts,
): Promise<Ports> => {
  const headers = secureHeaders(publicUrl, proxiesOf(trustedProxies));
  const shared = { host, logger: parts.logger, headers, maxConnections };
  const main = await listen(serviceApp(parts), { ...shared, port });
  pages.listensAt(main.url);
  const variables = 'HOST, ADMIN_PORT';
  const admin =
    adminPort === undefined
      ? undefined
      : await listen(adminApp(parts), { ...shared, port: adminPort, variables });
  const both = admin === undefined ? [main] : [main, admin];
  return {
    main,
    admin,
    stop: () => Promise.all(both.map((one) => one.stop())),
    cut: () => {
      for (const one of both) one.cut();
    },
  };
};
