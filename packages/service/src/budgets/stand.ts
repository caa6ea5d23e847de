import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hardenServer, hundi, serverOptions, type RateLimitOption } from '@hundi/adapter-koa';
import type { BeneficiaryId, Duty } from '@hundi/core';
import { createSandbox, demoDocument, type CorporateInput, type Sandbox } from '@hundi/testkit';
import Koa from 'koa';
import type { OpenLogged } from './databases.js';
import type { Asked, DriverLog } from './driver-log.js';

/** One run of a duty, and what it asked for. */
export interface DutyRun extends Asked {
  readonly duty: Duty['name'];
}

/** The engine of the demo tenant behind HTTP, on a logged database. No worker runs. */
export interface Stand {
  readonly sandbox: Sandbox;
  readonly log: DriverLog;
  /** A payee of acme. */
  readonly payeeId: BeneficiaryId;
  /** Calls the partner API with the key of acme's ERP. @throws for an answer that is no success. */
  readonly get: (path: string) => Promise<string>;
  readonly post: (path: string, key: string, body: object) => Promise<string>;
  /** Runs the duties that have something due, one after the other, until none has. */
  readonly workOff: () => Promise<ReadonlyArray<DutyRun>>;
  readonly close: () => Promise<void>;
}

const serve = async ({ engine }: Sandbox, rateLimits: RateLimitOption) => {
  const handle = new Koa().use(hundi(engine, { rateLimits })).callback();
  const server = hardenServer(createServer(serverOptions, (req, res) => void handle(req, res)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1/partner`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** As a worker with one lane would, but without its looks: those have a budget of their own. */
const workOff = async (
  { engine, clock }: Sandbox,
  log: DriverLog,
): Promise<ReadonlyArray<DutyRun>> => {
  const runs: DutyRun[] = [];
  for (let left = true; left;) {
    left = false;
    for (const { name, run, chunk } of engine.duties) {
      const next = (await engine.nextDues()).get(name);
      if (next === undefined || next > clock.now()) continue;
      left = true;
      for (let items = chunk; items >= chunk;) {
        const asked = await log.during(async () => {
          items = await run();
        });
        runs.push({ duty: name, ...asked });
      }
    }
  }
  return runs;
};

/** @param acme members of the demo tenant to have instead */
export const openStand = async (
  open: OpenLogged,
  acme: Partial<CorporateInput> = {},
): Promise<Stand> => {
  const { storage, rateLimits, log, close } = await open();
  const sandbox = await createSandbox({ storage, document: demoDocument(acme) });
  const service = await serve(sandbox, rateLimits);
  const key = sandbox.credentials.corporates['acme']?.apiKeys['erp'] ?? '';
  const ask = async (
    path: string,
    init: RequestInit,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<string> => {
    const answer = await fetch(service.url + path, {
      ...init,
      headers: { ...headers, 'x-api-key': key, 'content-type': 'application/json' },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${text}`);
    return text;
  };
  return {
    sandbox,
    log,
    payeeId: await sandbox.beneficiary('SHARMA01'),
    get: (path) => ask(path, {}),
    post: (path, idempotencyKey, body) =>
      ask(
        path,
        { method: 'POST', body: JSON.stringify(body) },
        { 'idempotency-key': idempotencyKey },
      ),
    workOff: () => workOff(sandbox, log),
    close: async () => {
      service.close();
      await close();
    },
  };
};
