import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { knexStorage, migrate, openPostgres, openSqlite } from '@hundi/adapter-knex';
import { aesSealer, webAuthnPasskeys } from '@hundi/adapter-node';
import { E, type Hundi, type Person } from '@hundi/core';
import { approvalDigest } from '@hundi/core/wire';
import { createSandbox, demoDocument, softAuthenticator } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { runPrograms } from '../documents/verify-approval.test.support.js';
import { callHundi } from '../testing/command-line.js';
import { places, type Place } from '../testing/places.js';

const KEK = randomBytes(32);
const PORTAL = 'https://portal.bank.example';
const DAY = 86_400_000;

const right = <A>(result: E.Either<unknown, A>): A => {
  if (E.isRight(result)) return result.right;
  throw new Error(JSON.stringify(result.left));
};

const openDatabase = async ({ dataDir, variables }: Place) => {
  const url = variables['DATABASE_URL'];
  if (url !== undefined) {
    const db = openPostgres(url);
    return { db, url, close: () => db.destroy() };
  }
  const file = join(dataDir, 'hundi.db');
  const { writer, close } = await openSqlite(file);
  return { db: writer, url: `sqlite:${file}`, close };
};

const passkeys = webAuthnPasskeys({ id: 'bank.example', name: 'Demo Bank', origins: [PORTAL] });

/** A passkey that is good and that no person enrolled. */
const foreignKey = async () => {
  const device = softAuthenticator();
  const challenge = 'AAAA';
  const found = await passkeys.created(device.create({ challenge }), challenge);
  if (found === undefined) throw new Error('no key');
  const { credentialId, publicKey } = found;
  return { device, key: { credentialId, publicKey } };
};

type Enrolled = ReturnType<typeof softAuthenticator>;

const enrol = async (engine: Hundi, person: Person): Promise<Enrolled> => {
  const device = softAuthenticator();
  const asked = right(await engine.enrolFactor(person, { kind: 'passkey', name: 'Key' }));
  const { challenge } = asked.options as { readonly challenge: string };
  const { factorId } = asked;
  const response = device.create({ challenge });
  right(await engine.confirmFactor(person, { factorId, response }));
  return device;
};

/** Two payouts that u-checker signed by a passkey, paid, and hands on the database that has them. */
const signedPayouts = async (t: ExecutionContext, place: Place) => {
  const { db, url, close } = await openDatabase(place);
  t.teardown(close);
  await migrate(db);
  const sandbox = await createSandbox({
    storage: knexStorage(db),
    sealer: aesSealer(KEK),
    document: demoDocument({ secondFactor: { login: 'none', approval: 'passkey' } }),
  });
  const { mailbox, tenant, beneficiary } = sandbox;
  const engine = sandbox.another({ passkeys });

  const email = 'checker@acme.example';
  const { challengeId: login } = right(await engine.requestLogin({ email }));
  const code = /^[0-9]+/.exec(mailbox.mails(email)[0]?.text ?? '')?.[0] ?? '';
  const step = right(await engine.confirmLogin({ challengeId: login, code }));
  if ('next' in step) throw new Error('a second factor was asked for');
  const person = right(await engine.authenticateSession(step.token));
  const device = await enrol(engine, person);

  const payment = async (transactionReference: string) => ({
    transactionReference,
    packageCode: 'VENDOR',
    amount: 2_000_000,
    beneficiaryId: await beneficiary('SHARMA01'),
  });
  right(
    await engine.acceptBatch(tenant, {
      key: 'one',
      batch: {
        initiatedByUserId: 'u-maker',
        apiRefNumber: 'R1',
        payments: [await payment('INV-1'), await payment('INV-2')],
      },
    }),
  );
  await engine.runDue();
  const rows = await knexStorage(db).read(async ({ payouts }) => [
    ...(await payouts.holders('INV-1', 1)),
    ...(await payouts.holders('INV-2', 1)),
  ]);
  const transactionIds = rows.map(({ order }) => order.transactionId);
  const decision = { actorUserId: 'u-checker', action: 'approve', transactionIds } as const;
  const { challengeId, digest } = right(await engine.askApprovalFactor(tenant, decision));
  const response = device.get({ challenge: digest, counter: 2 });
  right(await engine.decidePayouts(tenant, { ...decision, challengeId, response }));
  await engine.runDue();
  sandbox.clock.advance(DAY);
  await engine.runDue();

  const call = (line: ReadonlyArray<string>, env = {}) =>
    callHundi([...line, '--database-url', url], { env });
  const env = { HUNDI_KEK: KEK.toString('base64') };
  return {
    db,
    tenant,
    challengeId,
    ids: transactionIds,
    acme: async (withKek = true) => {
      const { code: exit, out } = await call(['journal', 'verify'], withKek ? env : {});
      const lines = out.filter(
        (line) => line.startsWith('acme: ') && !/^acme: \d+ entr/.test(line),
      );
      return { exit, lines, last: out.at(-1) };
    },
    json: async () =>
      (await call(['journal', 'verify', '--json'], env)).out.map(
        (line) => JSON.parse(line) as object,
      ),
    withKek: async (kek: string) => call(['journal', 'verify'], { HUNDI_KEK: kek }),
    evidence: async (id: string) => call(['journal', 'evidence', id]),
  };
};

const signatures = (db: Knex) =>
  db<{ readonly id: string; readonly record: string }>('approval_signatures');

/** Changes the record of the signature as whoever writes the database would. */
const rewrite = async (
  db: Knex,
  id: string,
  change: (record: Record<string, unknown>) => Record<string, unknown>,
) => {
  const [kept] = await signatures(db).where({ id });
  const record = JSON.parse(kept?.record ?? '') as Record<string, unknown>;
  await signatures(db)
    .where({ id })
    .update({ record: JSON.stringify(change(record)) });
};

for (const [name, placeOf] of Object.entries(await places())) {
  test(`${name}: what people signed is verified offline, and what was changed by SQL is found, each at its place`, async (t) => {
    const { db, tenant, challengeId, ids, acme, json, withKek, evidence } = await signedPayouts(
      t,
      await placeOf(t),
    );
    const [first = '', second = ''] = ids;
    const good = `acme: 1 signature and 2 payouts with signatures hold; signed at ${PORTAL}`;

    t.deepEqual(await acme(), { exit: 0, lines: [good], last: '2 journals: all hold' });
    const unsealed = '; the seals of passkeys were not checked: that takes HUNDI_KEK';
    t.deepEqual((await acme(false)).lines, [good + unsealed]);
    t.like(
      (await json()).find((one) => (one as { readonly check?: string }).check === 'approvals'),
      { kind: 'corporate', signatures: 1, payouts: 2, faults: 0, origins: [PORTAL] },
    );

    const other = await withKek(randomBytes(32).toString('base64'));
    t.is(other.code, 1);
    t.regex(other.err.join(), /^hundi: what is kept sealed for "authority key" does not open/);
    t.true(other.out.includes(good + unsealed), 'what takes no key is checked all the same');
    t.is((await withKek('x')).code, 2);

    const printed = await evidence(first);
    t.is(printed.code, 0);
    const file = join((await placeOf(t)).dataDir, 'evidence.json');
    await writeFile(file, printed.out.join('\n'));
    for (const { code, out } of await runPrograms(file)) {
      t.is(code, 0);
      t.regex(
        out,
        /level 1: signed by u-checker on .*Z at https:\/\/portal\.bank\.example, passkey/,
      );
    }
    t.is((await evidence('0193a1b2-5c00-7e1f-8a2b-000000000001')).code, 1);
    t.is((await evidence('x')).code, 2);

    const fault = (what: string) => `acme: NOT PROVEN: ${what}`;
    const sum = (signatures: string, faults: string) =>
      `acme: ${signatures} and 2 payouts with signatures do not hold, ${faults} above`;
    const at = `; signed at ${PORTAL}`;
    const signature = `signature ${challengeId}`;
    const NOW = 'what stands at the payout now is not what was signed';
    const finds = async (what: string, lines: ReadonlyArray<string>) => {
      const found = await acme();
      t.deepEqual(found, { exit: 1, lines, last: '2 journals: not all hold' } as never, what);
    };

    await db('payouts').where({ payout_id: first }).update({ credit_account_number: '9999' });
    await finds('an account', [
      fault(`payout ${first}, ${signature}: ${NOW}`),
      sum('1 signature', '1 fault') + at,
    ]);
    t.like(
      (await json()).find((one) => (one as { readonly kind?: string }).kind === 'fault'),
      {
        check: 'approvals',
        signatureId: challengeId,
        transactionId: first,
        fault: 'changed_since',
      },
    );
    await db('payouts')
      .where({ payout_id: first })
      .update({
        credit_account_number: db('payouts')
          .where({ payout_id: second })
          .select('credit_account_number'),
      });
    t.is((await acme()).exit, 0);

    const [kept] = await signatures(db);
    const restore = () => rewrite(db, challengeId, () => JSON.parse(kept?.record ?? '') as never);

    const evil = await foreignKey();
    await rewrite(db, challengeId, ({ passkey, leaves, ...record }) => {
      const decision = { tenant, userId: 'u-checker', action: 'approve', challengeId };
      const challenge = approvalDigest(decision as never, String(leaves));
      const response = JSON.stringify(evil.device.get({ challenge }));
      return { ...record, leaves, response, passkey: { ...(passkey as object), ...evil.key } };
    });
    t.is((await acme(false)).exit, 0);
    await finds('a foreign key', [
      fault(`${signature}: its passkey never became active for this person by the engine`),
      sum('1 signature', '1 fault') + at,
    ]);
    await restore();

    await rewrite(db, challengeId, (record) => ({
      ...record,
      leaves: String(record['leaves']).replace(/\S+$/, 'A'.repeat(43)),
    }));
    await finds('a leaf', [
      fault(`${signature}: its passkey did not sign this`),
      fault(`payout ${second}, ${signature}: ${NOW}`),
      sum('1 signature', '2 faults'),
    ]);
    await restore();

    await signatures(db).del();
    await finds('a dropped signature', [
      fault(`payout ${second}, ${signature}: it is not there`),
      fault(`payout ${first}, ${signature}: it is not there`),
      sum('0 signatures', '2 faults'),
    ]);

    const [one] = await db<{ readonly payout_id: string; readonly approval: string }>(
      'payouts',
    ).where({ payout_id: first });
    await db('payouts').update({
      approval: one?.approval.replaceAll(/,?"signatureId":"[^"]*"/g, ''),
    });
    const [corporate] = await db<{ readonly corporate_id: string; readonly record: string }>(
      'corporates',
    ).where({
      corporate_id: 'acme',
    });
    const { policySeal: _seal, ...record } = JSON.parse(corporate?.record ?? '') as Record<
      string,
      unknown
    >;
    await db('corporates')
      .where({ corporate_id: 'acme' })
      .update({ record: JSON.stringify(record) });
    const DROPPED = 'the journal has the payout approved with it, and the payout names it no more';
    const none = 'acme: 0 signatures and 0 payouts with signatures do not hold, 2 faults above';
    const ofEach = (words: string) =>
      [first, second].map((id) => fault(`payout ${id}, ${signature}: ${words}`));
    await finds('every trace but the journal', [...ofEach(DROPPED), none]);

    await db('payouts').del();
    const GONE = 'it is on this payout, which is neither in the database nor in the archive';
    await finds('the payouts', [...ofEach(GONE), none]);
  });
}
