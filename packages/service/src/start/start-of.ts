import { proxiesOf } from '@hundi/adapter-koa';
import type { HostedPages, Hundi, ProvisionDocument } from '@hundi/core';
import type { Middleware } from 'koa';
import type { Config } from '../config/config.js';
import { DEMO_DOCUMENT } from '../config/read-config.js';
import { sandboxCallers } from '../sandbox/sandbox-callers.js';
import { demoLinks } from './demo-links.js';
import { demoPeople } from './demo-people.js';
import { credentialsPath, firstCall } from './first-call.js';

/** The parts of a sandbox that the start page shows. */
export interface Started {
  readonly config: Config;
  readonly document: ProvisionDocument;
  readonly engine: Hundi;
  readonly pages: Pick<HostedPages, 'baseUrl'>;
}

/** What the app shows at its root, and the commands of a first call, where the tenants are those of the demo. */
interface Start {
  readonly start: Middleware;
  readonly firstCall?: () => string;
}

/** The start page of a sandbox; with the demo document also a first call for the reference. */
export const startOf = async ({
  config: { adminPort, dataDir, portalPages: portal, provisionFile, trustedProxies },
  document,
  engine,
  pages: { baseUrl: publicUrl },
}: Started): Promise<Start> => {
  const { startRoutes } = await import('./start-routes.js');
  const callers = sandboxCallers(publicUrl, proxiesOf(trustedProxies));
  const docs = adminPort === undefined;
  if (provisionFile !== DEMO_DOCUMENT)
    return { start: startRoutes({ publicUrl, callers, docs, portal }) };
  const commands = () => firstCall(credentialsPath(dataDir, process.cwd()), publicUrl());
  const demo = {
    links: demoLinks(engine, document),
    people: portal ? demoPeople(document) : [],
    firstCall: commands,
  };
  return { start: startRoutes({ publicUrl, callers, docs, portal, demo }), firstCall: commands };
};
