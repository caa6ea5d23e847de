import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  hardenServer,
  hundi,
  hundiCheckout,
  hundiPages,
  hundiPortal,
  hundiPortalPages,
  serverOptions,
} from '@hundi/adapter-koa';
import {
  aesSealer,
  filePolicyMark,
  fileSendMark,
  KEK_BYTES,
  nodeEntropy,
  nodePacer,
  paymentFiles,
  systemClock as clock,
} from '@hundi/adapter-node';
import {
  createHundi,
  E,
  type BankRail,
  type Hundi,
  type OnError,
  type Storage,
  type Tenant,
  type WebhookSender,
} from '@hundi/core';
import {
  fakePasskeys,
  hostedPages,
  mailbox,
  memoryCardBooks,
  receivers,
  sandboxAcquirer,
  sandboxBank,
  type Mailbox,
} from '@hundi/testkit';
import Koa from 'koa';
import { sqlBooks } from '../bank/sql-books.js';
import { bankDirectory } from '../host/bank-directory.js';
import { mailerOf } from '../mail/mailer-of.js';
import type { BenchDatabase, MakeDatabase } from './database.js';
import { benchDocument, DEBIT_ACCOUNT, PAYEES, type BenchApproval } from './document.js';

/** The service as it runs for real, on a database of its own: HTTP, workers, the sandbox bank with its books. */
export interface Stand {
  readonly database: BenchDatabase;
  readonly engine: Hundi;
  readonly url: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly tenant: Tenant;
  readonly payees: ReadonlyArray<string>;
  /** The mails that the engine sent to an address, newest first. */
  readonly mails: Mailbox['mails'];
  readonly close: () => Promise<void>;
}

const appOf = (engine: Hundi, silent: boolean): Koa =>
  Object.assign(new Koa(), { silent })
    .use(hundi(engine, { rateLimits: 'off' }))
    .use(
      hundiPages(engine, {
        rateLimits: 'off',
        publicUrl: 'http://127.0.0.1',
        theme: { name: 'Bench Bank' },
      }),
    )
    .use(hundiCheckout(engine, { rateLimits: 'off' }))
    .use(hundiPortal(engine, { rateLimits: 'off' }))
    .use(
      hundiPortalPages(engine, {
        rateLimits: 'off',
        publicUrl: 'http://127.0.0.1',
        theme: { name: 'Bench Bank' },
        files: paymentFiles(),
      }),
    );

/** The surroundings of a stand that are not the usual ones. */
export interface Surroundings {
  readonly bankRail?: (rail: BankRail) => BankRail;
  /** Failures are part of what is measured: none is printed. */
  readonly silent?: boolean;
  /** The worker runs elsewhere: over the storage of another process. */
  readonly workerElsewhere?: boolean;
  readonly webhookSender?: WebhookSender;
  readonly webhookEndpoints?: Parameters<typeof benchDocument>[0];
  readonly approval?: BenchApproval;
}

const print: OnError = (duty, error) => {
  console.error(`${duty}:`, error);
};

const payeesOf = async (engine: Hundi, tenant: Tenant): Promise<ReadonlyArray<string>> => {
  const listed = await engine.listBeneficiaries(tenant, { page: 1, limit: PAYEES });
  if (E.isLeft(listed)) throw new Error('the payees of the bench are not listed');
  return listed.right.items.map(({ beneficiaryId }) => beneficiaryId);
};

const serve = async (engine: Hundi, silent: boolean): Promise<Server> => {
  const handle = appOf(engine, silent).callback();
  const server = hardenServer(createServer(serverOptions, (req, res) => void handle(req, res)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

const elsewhere = (database: BenchDatabase): Storage => {
  if (database.elsewhere === undefined) throw new Error('no other process reaches this database');
  return database.elsewhere();
};

export const openStand = async (
  make: MakeDatabase,
  {
    webhookSender,
    webhookEndpoints = [],
    bankRail = (rail) => rail,
    silent = false,
    workerElsewhere = false,
    approval = 'none',
  }: Surroundings = {},
): Promise<Stand> => {
  const database = await make();
  const bankBooks = await database.openBank();
  const folder = await mkdtemp(join(tmpdir(), 'hundi-bench-'));
  const bank = sandboxBank({ books: sqlBooks(bankBooks), clock });
  await bank.openAccounts([{ accountNumber: DEBIT_ACCOUNT, balance: 10 ** 14 }]);
  const received = mailbox(clock);
  const ports = {
    storage: database.storage,
    clock,
    entropy: nodeEntropy,
    pacer: nodePacer(clock),
    sealer: aesSealer(nodeEntropy.bytes(KEK_BYTES)),
    sendMark: fileSendMark(join(folder, 'send-mark')),
    policyMark: filePolicyMark(join(folder, 'policy-mark')),
    bankRail: bankRail(bank.rail),
    bankDirectory,
    mailer: mailerOf({}, { mailbox: received }, () => undefined),
    webhookSender: webhookSender ?? receivers(clock),
    cardAcquirer: sandboxAcquirer({ books: memoryCardBooks(), clock }).acquirer,
    hostedPages: hostedPages(),
    passkeys: fakePasskeys(),
  };
  const engine = createHundi(ports);
  const provisioned = await engine.provision(benchDocument(webhookEndpoints, approval));
  if (E.isLeft(provisioned)) throw new Error(JSON.stringify(provisioned.left.issues));
  const keys = provisioned.right.corporates['bench'];
  const apiKey = keys?.apiKeys['bench'] ?? '';
  const caller = await engine.authenticate(apiKey);
  if (E.isLeft(caller)) throw new Error('the key of the bench is not known');
  const { tenant } = caller.right;

  const server = await serve(engine, silent);
  const working = workerElsewhere
    ? createHundi({ ...ports, storage: elsewhere(database), pacer: nodePacer(clock) })
    : engine;
  const worker = working.startWorker({ onError: silent ? () => undefined : print });
  return {
    database,
    engine,
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    apiKey,
    secretKey: keys?.secretKeys['bench'] ?? '',
    tenant,
    mails: received.mails,
    payees: await payeesOf(engine, tenant),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await worker.stop();
      await bankBooks.close();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
};
