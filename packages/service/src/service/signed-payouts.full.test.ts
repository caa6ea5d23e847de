import { chromiumLaunch } from '@hundi/testkit/contract';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres, openSqlite } from '@hundi/adapter-knex';
import type { JsonObject, ProvisionInput } from '@hundi/core';
import type {
  AcceptedBatch,
  ApprovalFactorAsked,
  EnrolledFactor,
  OpenedSession,
} from '@hundi/core/wire';
import test, { type ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { chromium, type Browser } from 'playwright-core';
import { DEMO_DOCUMENT } from '../config/read-config.js';
import { callHundi } from '../testing/command-line.js';
import { bankOrders, batchTo, json, payee, postBatch, transaction } from '../testing/partner.js';
import { passkeyDevice, type PasskeyDevice } from '../testing/passkeys.js';
import { asPerson, comeIn } from '../testing/people.js';
import { places, type Place } from '../testing/places.js';
import { calledBy } from '../testing/running-service.js';
import { serveHere, type ServedHere } from '../testing/serve-here.js';

const launch = await chromiumLaunch();
const story = launch === undefined ? test.serial.skip : test.serial;

/** The demo corporate whose approvals need a passkey. */
const CORPORATE = 'globex';
const CHECKER = 'checker@globex.example';
/** Above what needs no approval. */
const AMOUNT = 2_000_000;
/** After a look at what is held back, the worker looks again. */
const NEXT_LOOK_S = 900;

/** A service that works only when it is asked to settle. */
const running = async (
  t: ExecutionContext,
  { dataDir, variables }: Place,
  more = {},
): Promise<ServedHere> => {
  const service = await serveHere(t, dataDir, { ...variables, WORKERS: '0', ...more });
  return calledBy(CORPORATE, service);
};

/** A restart keeps the origin, which is part of what a passkey signs. */
const samePort = ({ url }: ServedHere) => ({ PORT: new URL(url).port });

const browserOf = async (t: ExecutionContext): Promise<Browser> => {
  if (launch === undefined) throw new Error('there is no browser');
  const browser = await chromium.launch({ ...launch, args: [...launch.args] });
  t.teardown(() => browser.close());
  return browser;
};

/** Posts three payouts that wait for a checker. */
const waitingJob = async (service: ServedHere, reference: string) => {
  const body = batchTo(await payee(service, 'Sharma Steel'), reference, 3, AMOUNT);
  const { jobId, transactions } = json<AcceptedBatch>(await postBatch(service, body), 202);
  await service.post('/sandbox/v1/settle');
  return { jobId, ids: transactions.map(({ transactionId }) => transactionId) };
};

const beginEnrolment = async (service: ServedHere, session: OpenedSession) =>
  json<EnrolledFactor>(
    await asPerson(service, session, '/factors', { kind: 'passkey', name: 'Laptop' }),
    201,
  );

const enrol = async (service: ServedHere, session: OpenedSession, device: PasskeyDevice) => {
  const { factorId, options } = await beginEnrolment(service, session);
  const response = await device.create(options as JsonObject);
  const confirmed = await asPerson(service, session, `/factors/${factorId}/confirm`, { response });
  return json<{ state: string }>(confirmed).state;
};

const ask = async (service: ServedHere, session: OpenedSession, jobId: string) =>
  json<ApprovalFactorAsked>(
    await asPerson(service, session, '/approvals/challenge', { action: 'approve', jobId }),
  );

const approve = (
  service: ServedHere,
  session: OpenedSession,
  jobId: string,
  { challengeId, response }: { readonly challengeId: string; readonly response: JsonObject },
) =>
  asPerson(service, session, `/jobs/${jobId}/approvals`, {
    action: 'approve',
    challengeId,
    response,
  });

/** A job of which the checker of a fresh service has signed the approval in a browser, and not sent it yet. */
const signedJob = async (t: ExecutionContext, place: Place) => {
  const service = await running(t, place);
  const browser = await browserOf(t);
  const device = await passkeyDevice(browser, service);
  const { jobId, ids } = await waitingJob(service, 'RUN-1');
  const session = await comeIn(service, CHECKER);
  t.is(await enrol(service, session, device), 'active');
  const { challengeId, options } = await ask(service, session, jobId);
  const proof = { challengeId, response: await device.sign(options as JsonObject) };
  return { service, browser, session, jobId, ids, options, proof };
};

const statuses = (service: ServedHere, ids: ReadonlyArray<string>): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await transaction(service, id)).status));

const incidents = async (service: ServedHere): Promise<unknown[]> => {
  const admin = await comeIn(service, 'admin@globex.example');
  const { items } = json<{ items: { kind: string; subjectId: string }[] }>(
    await asPerson(service, admin, '/incidents'),
  );
  return items.map(({ kind, subjectId }) => [kind, subjectId]);
};

const databaseOf = async ({
  dataDir,
  variables: { DATABASE_URL: url },
}: Place): Promise<{ readonly writer: Knex; readonly close: () => Promise<void> }> => {
  if (url === undefined) return openSqlite(join(dataDir, 'hundi.db'), { readers: 0 });
  const writer = openPostgres(url, { connections: 1 });
  return { writer, close: () => writer.destroy() };
};

/** Writes into the database of a service that does not run, as its owner can. */
const rewrite = async (place: Place, change: (db: Knex) => Promise<unknown>): Promise<void> => {
  const { writer, close } = await databaseOf(place);
  try {
    await change(writer);
  } finally {
    await close();
  }
};

/** A corporate as the database has it. */
interface Row {
  readonly corporate_id: string;
  readonly record: string;
}

type Part = ProvisionInput['bankTenants'][number]['corporates'][number];

/** A file with the demo document, with each corporate changed. */
const documentWith = async (change: (corporate: Part) => Part): Promise<string> => {
  const document = JSON.parse(await readFile(DEMO_DOCUMENT, 'utf8')) as ProvisionInput;
  const bankTenants = document.bankTenants.map((bank) => ({
    ...bank,
    corporates: bank.corporates.map(change),
  }));
  const file = join(await mkdtemp(join(tmpdir(), 'hundi-document-')), 'tenants.json');
  await writeFile(file, JSON.stringify({ bankTenants }));
  return file;
};

/** Without a word on second factors: the stored policy stays what it is. */
const silentDocument = (): Promise<string> =>
  documentWith(({ secondFactor: _silent, ...corporate }) => corporate);

const recordOf = async (db: Knex): Promise<string> => {
  const row = await db<Row>('corporates').where({ corporate_id: CORPORATE }).first();
  return row?.record ?? '';
};

for (const [name, place] of Object.entries(await places())) {
  story(
    `${name}: a job that a passkey approved is paid, but for the payout whose account somebody changed`,
    async (t) => {
      const here = await place(t);
      const { service, session, jobId, ids, proof } = await signedJob(t, here);
      const { results } = json<{ results: { status: string }[] }>(
        await approve(service, session, jobId, proof),
      );
      t.deepEqual(
        results.map(({ status }) => status),
        ['approved', 'approved', 'approved'],
      );
      await service.stop();
      const [first = '', changed = '', last = ''] = ids;
      await rewrite(here, (db) =>
        db('payouts')
          .where({ corporate_id: CORPORATE, payout_id: changed })
          .update({ credit_account_number: '999999999999' }),
      );

      const again = await running(t, here, samePort(service));
      await again.post('/sandbox/v1/settle');
      t.deepEqual(await statuses(again, ids), ['paid', 'approved', 'paid']);
      t.is((await transaction(again, changed)).statusDetails?.code, 'approval_not_proven');
      t.deepEqual((await bankOrders(again)).map(({ transactionId }) => transactionId).sort(), [
        first,
        last,
      ]);
      const why = await asPerson(again, session, `/why?transactionId=${changed}`);
      t.regex(why.text, /"kind":"approval_not_proven"/);
      t.deepEqual(await incidents(again), [['approval_not_proven', changed]]);
    },
  );

  story(
    `${name}: a passkey that is not enrolled, and an answer for another job, approve nothing`,
    async (t) => {
      const { service, browser, session, jobId, ids, options, proof } = await signedJob(
        t,
        await place(t),
      );
      const head = await comeIn(service, 'head@globex.example');
      const stranger = await passkeyDevice(browser, service);
      const begun = await beginEnrolment(service, head);
      await stranger.create(begun.options as JsonObject);
      const foreign = await stranger.sign({ ...options, allowCredentials: [] });
      const { id = null, rawId = null } = proof.response;
      for (const response of [foreign, { ...foreign, id, rawId }])
        t.is((await approve(service, session, jobId, { ...proof, response })).status, 400);

      const other = await waitingJob(service, 'RUN-2');
      const asked = await ask(service, session, other.jobId);
      const { response } = proof;
      t.is((await approve(service, session, other.jobId, { ...asked, response })).status, 400);
      t.is((await approve(service, session, other.jobId, proof)).status, 409);
      t.is((await approve(service, session, jobId, proof)).status, 200);
      t.is((await approve(service, session, other.jobId, proof)).status, 409);
      await service.post('/sandbox/v1/settle');
      t.deepEqual(await statuses(service, ids), Array(3).fill('paid'));
      t.deepEqual(await statuses(service, other.ids), Array(3).fill('pending_approval'));
    },
  );

  story(
    `${name}: after somebody switched the policy off nothing is sent until an operator vouches for one`,
    async (t) => {
      const here = await place(t);
      const { service, session, jobId, ids, proof } = await signedJob(t, here);
      t.is((await approve(service, session, jobId, proof)).status, 200);
      await service.stop();
      await rewrite(here, async (db) => {
        const row = db<Row>('corporates').where({ corporate_id: CORPORATE });
        const record = await recordOf(db);
        const { secondFactor, policySeal, ...rest } = JSON.parse(record) as JsonObject;
        t.truthy(secondFactor);
        t.truthy(policySeal);
        await row.update({ record: JSON.stringify(rest) });
      });

      const switchedOff = await running(t, here, {
        ...samePort(service),
        PROVISION_FILE: await silentDocument(),
      });
      await switchedOff.post('/sandbox/v1/settle');
      t.deepEqual(await statuses(switchedOff, ids), Array(3).fill('approved'));
      t.deepEqual(await bankOrders(switchedOff), []);
      t.deepEqual(await incidents(switchedOff), [['policies_not_proven', CORPORATE]]);
      await switchedOff.stop();

      const provision = (...line: ReadonlyArray<string>) =>
        callHundi(['provision', DEMO_DOCUMENT, ...line], {
          env: { DATA_DIR: here.dataDir, ...here.variables },
        });
      t.regex((await provision()).err.join('\n'), /: globex$/);
      t.deepEqual((await provision('--vouch-for-policies')).err, []);
      const vouched = await running(t, here, samePort(service));
      await vouched.post('/sandbox/v1/clock/advance', { seconds: NEXT_LOOK_S });
      t.deepEqual(await statuses(vouched, ids), Array(3).fill('paid'));
    },
  );

  story(
    `${name}: a corporate as an older backup has it sends nothing by its softer policy`,
    async (t) => {
      const here = await place(t);
      const { service, session, jobId, ids, proof } = await signedJob(t, here);
      t.is((await approve(service, session, jobId, proof)).status, 200);
      await service.stop();
      let backup = '';
      await rewrite(here, async (db) => {
        backup = await recordOf(db);
      });
      const stricter = await documentWith((corporate) =>
        corporate.corporateTenantId === CORPORATE
          ? { ...corporate, secondFactor: { login: 'passkey', approval: 'passkey' } }
          : corporate,
      );
      const env = { DATA_DIR: here.dataDir, ...here.variables };
      t.deepEqual((await callHundi(['provision', stricter], { env })).err, []);
      await rewrite(here, (db) =>
        db<Row>('corporates').where({ corporate_id: CORPORATE }).update({ record: backup }),
      );

      const restored = await running(t, here, {
        ...samePort(service),
        PROVISION_FILE: await silentDocument(),
      });
      await restored.post('/sandbox/v1/settle');
      t.deepEqual(await statuses(restored, ids), Array(3).fill('approved'));
      t.deepEqual(await bankOrders(restored), []);
      t.deepEqual(await incidents(restored), [['policies_not_proven', CORPORATE]]);
    },
  );
}
