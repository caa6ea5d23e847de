import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSendMark } from '@hundi/adapter-node';
import { knexStorage, migrate, openSqlite } from '@hundi/adapter-knex';
import { E } from '@hundi/core';
import { listHeldPayouts } from '@hundi/core/operator';
import { createSandbox, velocityGuard } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { callHundi } from '../testing/command-line.js';

const HOUR = 3_600_000;

/** A database in use, with a payout that the bank lost three hours ago and one that it paid. */
const inUse = async (t: ExecutionContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-'));
  const file = join(folder, 'hundi.db');
  const { writer, close } = await openSqlite(file);
  t.teardown(async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  });
  await migrate(writer);
  const { engine, tenant, beneficiary, runDue, advance } = await createSandbox({
    storage: knexStorage(writer),
    start: Date.now() - 3 * HOUR,
    traits: { absenceFinalAfterMs: null },
  });
  const payment = async (beneId: string, transactionReference: string) => ({
    transactionReference,
    packageCode: 'VENDOR',
    amount: 250_005,
    beneficiaryId: await beneficiary(beneId),
  });
  const accepted = await engine.acceptBatch(tenant, {
    key: 'one',
    batch: {
      initiatedByUserId: 'u-maker',
      apiRefNumber: 'R1',
      payments: [await payment('LOST01', 'INV-LOST'), await payment('SHARMA01', 'INV-PAID')],
    },
  });
  if (E.isLeft(accepted)) throw new Error(JSON.stringify(accepted.left));
  await runDue();
  await advance(3 * HOUR);
  return (...line: ReadonlyArray<string>) =>
    callHundi([...line, '--database-url', `sqlite:${file}`]);
};

test('an operator reinstates a user by command, and the database keeps it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'hundi.db');
  const { writer, close } = await openSqlite(file);
  await migrate(writer);
  const { engine, tenant } = await createSandbox({ storage: knexStorage(writer) });
  const suspended = await engine.suspendPerson(tenant, {
    actorUserId: 'u-admin',
    userId: 'u-maker',
  });
  t.true(E.isRight(suspended));
  await close();
  const call = (...line: ReadonlyArray<string>) =>
    callHundi(['people', 'reinstate', ...line, '--database-url', `sqlite:${file}`]);

  const by = ['--by', 'N. Rao'];
  t.deepEqual((await call('acme', 'u-maker', ...by)).out, ['u-maker is reinstated']);
  t.deepEqual((await call('acme', 'u-maker', ...by)).out, ['u-maker was not suspended']);
  const unknown = await call('acme', 'u-none', ...by);
  t.deepEqual([unknown.code, unknown.err], [1, ['hundi: no user of acme is called u-none']]);
  t.is((await call('acme', 'u-maker')).code, 2);
});

test('two operators release a held payout by command, and one alone does not', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'hundi.db');
  const { writer, close } = await openSqlite(file);
  await migrate(writer);
  const storage = knexStorage(writer);
  const { another, beneficiary, engine, tenant } = await createSandbox({ storage });
  const payment = {
    transactionReference: 'INV-9',
    packageCode: 'VENDOR',
    amount: 50_000,
    beneficiaryId: await beneficiary('SHARMA01'),
  };
  const batch = { initiatedByUserId: 'u-maker', apiRefNumber: 'Run', payments: [payment] };
  t.true(E.isRight(await engine.acceptBatch(tenant, { key: 'held-1', batch })));
  await another({ sendGuard: velocityGuard({ paiseADay: 1 }) }).runDue();
  const [held] = await listHeldPayouts(storage, { limit: 1 });
  await close();
  const id = held?.payout.transactionId ?? '';
  const call = (...line: ReadonlyArray<string>) =>
    callHundi(['review', ...line, '--database-url', `sqlite:${file}`], {
      env: { DATA_DIR: folder },
    });

  t.regex((await call('list')).out.join(), /INV-9 .*velocity: much to one payee in one day/);
  const noMark = await call('refuse', id, '--by', 'N. Rao');
  t.is(noMark.code, 1);
  t.regex(noMark.err.join(), /SEND_MARK holds no mark/);
  t.is((await call('refuse', id, '--by', 'N. Rao', '--without-send-mark')).code, 0);
  const sent = { token: 1_000_000, at: Date.now() + 60_000 };
  await fileSendMark(join(folder, 'send-mark')).raise(sent);
  const refused = await call('refuse', id, '--by', 'B. Sen');
  t.deepEqual([refused.code, refused.out], [1, []]);
  await writeFile(join(folder, 'send-mark'), 'nonsense');
  const broken = await call('refuse', id, '--by', 'B. Sen');
  t.deepEqual([broken.code, broken.out], [1, []]);
  t.regex(broken.err.join(), /^hundi: SEND_MARK: /);
  t.regex(refused.err.join(), /the database was restored, and the bank may have executed/);
  t.regex((await call('release', id, '--by', 'N. Rao')).out.join(), /a second operator/);
  t.regex((await call('list')).out.join(), /release asked for by operator N\. Rao/);
  t.is((await call('release', id, '--by', 'n. rao')).code, 1);
  t.deepEqual((await call('release', id, '--by', 'B. Sen')).out, [
    `${id} is released, and is sent next`,
  ]);
  t.deepEqual((await call('list')).out, ['the guard holds no payout']);
  t.is((await call('refuse', id, '--by', 'B. Sen')).code, 1);
  t.is((await call('refuse', id)).code, 2);
});

test('an operator resets the second factors of a user by command, and names whom to tell where no mail server is set', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'hundi.db');
  const { writer, close } = await openSqlite(file);
  await migrate(writer);
  const storage = knexStorage(writer);
  const { tenant, clock } = await createSandbox({ storage });
  const factor = {
    kind: 'totp',
    factorId: 'f_1',
    name: 'Phone',
    state: 'active',
    revision: 3,
    createdAt: clock.now(),
    sealedSecret: 'sealed',
  };
  const userId = 'u-maker';
  const held = { id: 'pf_1', ...tenant, userId, revision: 1, factors: [factor], challenges: [] };
  await storage.atomically<never, null>(async ({ factors }) => {
    await factors.put(held as unknown as Parameters<typeof factors.put>[0]);
    return E.right(null);
  });
  await close();
  const call = (...line: ReadonlyArray<string>) =>
    callHundi(['people', 'reset-factors', ...line, '--database-url', `sqlite:${file}`]);

  const by = ['--by', 'N. Rao'];
  const done = await call('acme', userId, ...by);
  t.is(done.code, 1);
  t.deepEqual(done.out, ['u-maker has no second factor any more; removed: 1']);
  t.deepEqual(done.err, ['not mailed, tell them yourself: maker@acme.example, admin@acme.example']);
  const again = await call('acme', userId, ...by);
  t.deepEqual([again.code, again.out], [0, ['u-maker has no second factor']]);
  t.is((await call('acme', userId)).code, 2);
});

test('an operator sees what is stuck at the bank, while a service uses the database', async (t) => {
  const call = await inUse(t);
  const { code, out } = await call('payouts');

  t.is(code, 0);
  t.is(out.length, 1);
  t.regex(
    out[0] ?? '',
    /^acme [0-9a-f-]{36} INV-LOST ₹2,500\.05 sent_to_bank \(at the bank for 3h 0m, asked \d+ times, next in .*\)$/,
  );
  t.deepEqual((await call('payouts', '--older-than', '1d')).out, [
    'no payout waits for an answer of the bank',
  ]);
});

test('a payout found by a reference shows its history, its incidents, and when the bank is asked', async (t) => {
  const call = await inUse(t);
  const paid = await call('payouts', 'INV-PAID');
  const lost = await call('payouts', 'INV-LOST');
  const both = await call('payouts', 'R1');

  t.regex(paid.out[1] ?? '', /^ {2}bankRef H[0-9A-F]{32}, UTR \w+, job [0-9a-f-]{36}$/);
  t.true(paid.out.at(-1)?.endsWith('sent_to_bank → paid, by bank'));
  t.regex(lost.out.at(-1) ?? '', / incident outcome_unknown: /);
  t.regex(lost.out[2] ?? '', /^ {2}the bank was asked \d+ times, next at \S+Z$/);
  t.is(both.out.length, 2);
  const json = JSON.parse((await call('payouts', 'INV-PAID', '--json')).out[0] ?? '') as {
    readonly payout: { readonly utr: string };
  };
  t.is((await call('payouts', json.payout.utr)).code, 1);
  t.deepEqual((await call('payouts', json.payout.utr, '--by-bank', '2d')).out, paid.out);
});

test('a reference that nothing has is a failure, and no answer', async (t) => {
  const call = await inUse(t);
  const { code, out, err } = await call('payouts', 'INV-9');

  t.is(code, 1);
  t.deepEqual(out, []);
  t.regex(
    err[0] ?? '',
    /^hundi: no payout is called INV-9; .* with --by-bank, and in the archive by transactionId, bankRef or jobId alone$/,
  );
});

test('a reference that not even the bank knows is not sent to --by-bank again', async (t) => {
  const call = await inUse(t);
  const { code, err } = await call('payouts', 'N999', '--by-bank', '7d');

  t.is(code, 1);
  t.deepEqual(err, [
    'hundi: no payout is called N999, not even by the bank among those accepted in the last 7d',
  ]);
});

test('incidents and the backlog name what a person should look at', async (t) => {
  const call = await inUse(t);
  const incidents = await call('incidents');
  const backlog = await call('backlog');

  t.regex(incidents.out[0] ?? '', /^\S+Z acme outcome_unknown [0-9a-f-]{36}: /);
  t.regex(incidents.out[1] ?? '', /^ {2}acme [0-9a-f-]{36} INV-LOST /);
  t.deepEqual((await call('incidents', '--kind', 'late_answer')).out, ['no incident']);
  t.true(backlog.out.includes('unknown outcomes: 1, the oldest for 3h 0m'));
  t.regex((await call('backlog', '--json')).out[0] ?? '', /"disabledEndpoints":\[\]\}$/);
});

test('of more payouts than --limit the rest is announced, and the first is not shown as if alone', async (t) => {
  const call = await inUse(t);
  const both = await call('payouts', 'R1');
  const first = await call('payouts', 'R1', '--limit', '1');

  t.deepEqual(first.out, both.out.slice(0, 1));
  t.deepEqual(first.err, ['hundi: there are more than 1: a larger --limit shows them']);
  t.deepEqual(both.err, []);
});

test('a list that --limit holds whole announces no more', async (t) => {
  const call = await inUse(t);

  for (const line of [['payouts'], ['incidents'], ['payouts', 'INV-PAID']]) {
    const { out, err } = await call(...line, '--limit', '1');
    t.true(out.length > 0);
    t.deepEqual(err, []);
  }
});

for (const [what, line, expected] of [
  [
    'a corporate without a reference',
    ['payouts', '--corporate', 'acme'],
    /^hundi: --corporate: .*REFERENCE/,
  ],
  ['a time at the bank without a reference', ['payouts', '--by-bank', '7d'], /^hundi: --by-bank: /],
  [
    'an age with a reference',
    ['payouts', 'INV-PAID', '--older-than', '1h'],
    /^hundi: --older-than: .*REFERENCE/,
  ],
  ['a time that is none', ['payouts', '--older-than', 'long'], /--older-than: expected a time/],
  ['a limit that is none', ['payouts', '--limit', '0'], /--limit: expected a whole number from 1/],
  ['a kind that is none', ['incidents', '--kind', 'x'], /--kind: expected one of /],
  ['two references', ['payouts', 'a', 'b'], /too many words: a b/],
] as const) {
  test(`${what} is refused in one line`, async (t) => {
    const call = await inUse(t);
    const { code, err } = await call(...line);

    t.is(code, 2);
    t.is(err.length, 1);
    t.regex(err[0] ?? '', expected);
  });
}
