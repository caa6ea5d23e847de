import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { knexStorage, migrate, openSqlite } from '@hundi/adapter-knex';
import { fileArchive, nodeEntropy } from '@hundi/adapter-node';
import { E, type Archive, type Storage } from '@hundi/core';
import { archiveJournals } from '@hundi/core/operator';
import { createSandbox, type Sandbox } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { verifyDatabase } from '../verify/verify-database.js';
import { callHundi } from '../testing/command-line.js';

const DAY = 86_400_000;
const MINUTE = 60_000;

interface Place {
  readonly file: string;
  readonly directory: string;
}

/** Pays batches of so many rows. */
const pay = async (
  { engine, tenant, beneficiary, runDue }: Sandbox,
  rows: number,
  batches: number,
) => {
  const beneficiaryId = await beneficiary('SHARMA01');
  for (let batch = 0; batch < batches; batch += 1) {
    const payments = Array.from({ length: rows }, (_, row) => ({
      transactionReference: `R-${String(batch)}-${String(row)}`,
      beneficiaryId,
      packageCode: 'VENDOR',
      amount: 100,
    }));
    const accepted = await engine.acceptBatch(tenant, {
      key: `batch-${String(batch)}`,
      batch: { initiatedByUserId: 'u-maker', apiRefNumber: 'Old', payments },
    });
    if (E.isLeft(accepted)) throw new Error(JSON.stringify(accepted.left));
  }
  await runDue();
};

const withStorage = async (file: string, work: (storage: Storage) => Promise<unknown>) => {
  const { writer, close } = await openSqlite(file);
  try {
    await migrate(writer);
    await work(knexStorage(writer));
  } finally {
    await close();
  }
};

/** A database of payouts that ended over a year ago, and an empty directory. */
const oldDatabase = async (t: ExecutionContext, rows = 3, batches = 1): Promise<Place> => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-archive-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const [file, directory] = [join(folder, 'hundi.db'), join(folder, 'archive')];
  await mkdir(directory);
  await withStorage(file, async (storage) => {
    const sandbox = await createSandbox({ storage, start: Date.now() - 500 * DAY });
    await pay(sandbox, rows, batches);
  });
  return { file, directory };
};

const argumentsFor = ({ file, directory }: Place) => [
  'archive',
  '--older-than',
  '400d',
  '--to',
  directory,
  '--database-url',
  `sqlite:${file}`,
];

const run = async (place: Place, ...more: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
  (await callHundi([...argumentsFor(place), ...more])).out;

const verifiedWith = async ({ file }: Place, archive?: Archive) => {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const { holds } = await verifyDatabase({ kind: 'sqlite', file }, print, { archive });
  return { holds, lines };
};

const verified = (place: Place) => verifiedWith(place, fileArchive(place.directory));

test('what is old goes to files, the rest stays provable, and a second run finds nothing', async (t) => {
  const place = await oldDatabase(t);
  const lines = await run(place);

  t.regex(lines[0] ?? '', /^acme: \d+ entries, \d+ events, 3 payouts in acme\/00000001-/);
  t.is(lines.at(-1), '3 payouts in 2 files, older than 400 days');
  const { holds, lines: proofs } = await verified(place);
  t.true(holds, proofs.join('\n'));
  t.true(proofs.some((line) => /^acme: archive of 1 file holds, up to entry \d+$/.test(line)));
  t.true(proofs.some((line) => /^acme: .* are in 1 file of the archive/.test(line)));
  t.deepEqual(await run(place), ['0 payouts in 0 files, older than 400 days']);
});

test('without the archive, a journal that is archived in part is not proven', async (t) => {
  const place = await oldDatabase(t);
  await run(place);
  const database = ['--database-url', `sqlite:${place.file}`];
  const alone = await callHundi(['journal', 'verify', ...database]);

  t.is(alone.code, 1);
  t.regex(
    alone.out[0] ?? '',
    /^acme: NOT PROVEN: the first \d+ entries are in 1 file of the archive: prove them with --archive DIRECTORY; what follows holds up to entry \d+ and event \d+; head [0-9a-f]{64}$/,
  );
  t.is(alone.out.at(-1), '2 journals: not all hold');
  const whole = await callHundi(['journal', 'verify', '--archive', place.directory, ...database]);
  t.is(whole.code, 0, whole.out.join('\n'));
});

test('a dry run counts what is old enough, and writes nothing', async (t) => {
  const place = await oldDatabase(t);
  const lines = await run(place, '--dry-run');

  t.regex(lines.at(-1) ?? '', /^\d+ entries would be archived; nothing was changed$/);
  t.deepEqual(await readdir(place.directory), []);
  t.is((await run(place)).at(-1), '3 payouts in 2 files, older than 400 days');
});

test('a run that a signal stopped fails, and the next one goes on', async (t) => {
  const place = await oldDatabase(t);
  const stopped = await callHundi(argumentsFor(place), { stop: AbortSignal.abort() });

  t.is(stopped.code, 1);
  t.is(stopped.out.at(-1), '3 payouts in 1 file, stopped: run it again to go on');
  const next = await callHundi(argumentsFor(place));
  t.is(next.code, 0);
  t.is(next.out.at(-1), '0 payouts in 1 file, older than 400 days');
});

test('a dry run that a signal stopped fails, and says that it has not counted all', async (t) => {
  const place = await oldDatabase(t);
  const words = [...argumentsFor(place), '--dry-run'];
  const { code, out } = await callHundi(words, { stop: AbortSignal.abort() });

  t.is(code, 1);
  t.regex(
    out.at(-1) ?? '',
    /^stopped: at least \d+ entries would be archived; nothing was changed$/,
  );
});

test('verification names a file that was changed, one that is missing and one of others', async (t) => {
  const place = await oldDatabase(t);
  await run(place);
  const [name = ''] = await fileArchive(place.directory).names();
  await writeFile(join(place.directory, 'acme', 'notes.txt'), 'hello');
  const foreign = await verified(place);
  t.false(foreign.holds);
  t.true(foreign.lines.some((line) => line.startsWith('acme/notes.txt: FOREIGN: ')));
  await rm(join(place.directory, 'acme', 'notes.txt'));

  await writeFile(join(place.directory, name), 'hello');
  const changed = await verified(place);
  t.true(
    changed.lines.some((line) => line.includes(`is BROKEN at ${name}: it cannot be unpacked`)),
  );
  await rm(join(place.directory, name));
  const missing = await verified(place);
  t.true(missing.lines.some((line) => line.includes(`is BROKEN at ${name}: it is missing`)));
  t.false(changed.holds || missing.holds);
});

test('with --json verification prints each check of a journal and of the archive, and the sum last', async (t) => {
  const place = await oldDatabase(t);
  await run(place);
  const [name = ''] = await fileArchive(place.directory).names();
  await rm(join(place.directory, name));
  const { code, out } = await callHundi([
    'journal',
    'verify',
    '--json',
    '--archive',
    place.directory,
    '--database-url',
    `sqlite:${place.file}`,
  ]);
  const lines = out.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const ofAcme = (check: string) =>
    lines.find(
      (line) =>
        line['check'] === check &&
        (line['tenant'] as { readonly corporateTenantId: string }).corporateTenantId === 'acme',
    );

  t.is(code, 1);
  t.like(ofAcme('journal'), { chain: { holds: true }, archived: { files: 1 }, notSealed: 0 });
  t.like(ofAcme('archive'), {
    kind: 'journal',
    files: 1,
    fault: { file: name, reason: 'it is missing' },
  });
  t.deepEqual(lines.at(-1), { journals: 2, holds: false });
});

const ACME = `corporate_id = 'acme'`;
const KEPT = `(SELECT min(entry_no) FROM journal WHERE ${ACME})`;

for (const [what, sql, alone] of [
  ['changes an entry that stayed', `UPDATE journal SET actor = 'x' WHERE entry_no = ${KEPT}`, true],
  ['takes away an entry that stayed', `DELETE FROM journal WHERE entry_no = ${KEPT}`, true],
  ['moves the end of the archive', `UPDATE archive_files SET hash = 'x' WHERE ${ACME}`, true],
  ['forgets the archive', `DELETE FROM archive_files WHERE ${ACME}`, true],
  ['takes away an entry that stayed, and its seal', 'both', false],
] as const) {
  test(`verification notices who ${what}`, async (t) => {
    const place = await oldDatabase(t);
    await run(place);
    const { writer, close } = await openSqlite(place.file);
    if (sql === 'both') {
      await writer.raw(`DELETE FROM journal_seals WHERE ${ACME} AND entry_no = ${KEPT}`);
      await writer.raw(`DELETE FROM journal WHERE entry_no = ${KEPT}`);
    } else await writer.raw(sql);
    await close();

    const { lines } = await verifiedWith(place);
    t.is(
      lines.some((line) => line.includes('BROKEN')),
      alone,
    );
    t.false((await verified(place)).holds);
  });
}

for (const [what, set] of [
  ['does not hold', `actor = 'x'`],
  ['has an entry that cannot be read', `changes = '{'`],
] as const)
  test(`a journal that ${what} stays whole, and the others are archived; a dry run says so before`, async (t) => {
    const place = await oldDatabase(t);
    const { writer, close } = await openSqlite(place.file);
    await writer.raw(`UPDATE journal SET ${set} WHERE entry_no = ${KEPT} + 2`);
    await close();
    const trial = await callHundi([...argumentsFor(place), '--dry-run']);
    const { code, out, err } = await callHundi(argumentsFor(place));
    const database = ['--database-url', `sqlite:${place.file}`];
    const verified = await callHundi(['journal', 'verify', ...database]);

    const broken = /^acme: BROKEN at entry (\d+): (.*); nothing more .*; run hundi journal verify/;
    const [, entry, reason] = broken.exec(out[0] ?? '') ?? t.fail();
    t.deepEqual([code, trial.code, verified.code], [1, 1, 1]);
    t.true(
      verified.out.some((line) => line.startsWith(`acme: BROKEN at entry ${entry}: ${reason}`)),
    );
    t.is(trial.out[0], out[0]);
    t.regex(
      trial.out.at(-1) ?? '',
      /would be archived; nothing was changed; 1 journal does not hold$/,
    );
    t.regex(out[1] ?? '', /^globex: \d+ entries, .* in globex\/00000001-/);
    t.is(out.at(-1), '0 payouts in 1 file, older than 400 days; 1 journal does not hold');
    t.deepEqual(err, []);
    t.deepEqual(
      (await fileArchive(place.directory).names()).filter((name) => name.startsWith('acme')),
      [],
    );
  });

test('the directory of another database is refused, and nothing leaves this one', async (t) => {
  const [one, other] = [await oldDatabase(t), await oldDatabase(t)];
  await run(one);
  const mixed = { file: other.file, directory: one.directory };

  const refused = await callHundi(argumentsFor(mixed));
  t.is(refused.code, 1);
  t.regex(refused.err[0] ?? '', /of another database/);
  t.is((await run(other)).at(-1), '3 payouts in 2 files, older than 400 days');
});

for (const [what, args, message] of [
  ['no age', ['--to', '/x'], /^hundi: --older-than: expected days, as 400d, and at least 185/],
  ['too small an age', ['--older-than', '184d', '--to', '/x'], /at least 185/],
  ['an age that is none', ['--older-than', 'long', '--to', '/x'], /expected days/],
  ['no directory', ['--older-than', '400d'], /^hundi: --to: expected the directory/],
  [
    'a database that is none',
    ['--older-than', '400d', '--to', '/x', '--database-url', 'mysql:x'],
    /^hundi: --database-url: expected/,
  ],
  ['an argument that is unknown', ['--older', '400d'], /Unknown option '--older'/],
] as const) {
  test(`${what} is refused in one line`, async (t) => {
    const { code, err } = await callHundi(['archive', ...args]);

    t.is(code, 2);
    t.regex(err[0] ?? '', message);
    t.is(err.length, 1);
  });
}

test('a directory that is not there is refused', async (t) => {
  const place = await oldDatabase(t);
  const { code, err } = await callHundi(
    argumentsFor({ ...place, directory: join(place.directory, 'none') }),
  );

  t.is(code, 1);
  t.regex(err[0] ?? '', /there is no such directory/);
});

const HUNDI = fileURLToPath(new URL('../esm/hundi.js', import.meta.url));

/** Kills the command as soon as it says that a file is archived. */
const killed = async (place: Place): Promise<string> => {
  const child = spawn(process.execPath, [HUNDI, ...argumentsFor(place)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.includes('acme/')) child.kill('SIGKILL');
  });
  await once(child, 'exit');
  return said;
};

test('a command that is killed is completed by the next: nothing is lost, and nothing there twice', async (t) => {
  t.timeout(600_000);
  const place = await oldDatabase(t, 700, 3);
  t.true((await killed(place)).includes('acme/00000001'));
  const { holds, lines } = await verified(place);
  t.true(holds, lines.join('\n'));

  // A minute later, when the claim of the killed one has lapsed.
  const clock = { now: () => Date.now() + 2 * MINUTE };
  const archive = fileArchive(place.directory);
  await withStorage(place.file, async (storage) => {
    const ports = { storage, clock, entropy: nodeEntropy, archive };
    for await (const step of archiveJournals(ports, clock.now() - 400 * DAY)) t.truthy(step.kind);
  });
  const after = await verified(place);
  t.true(after.holds, after.lines.join('\n'));
  const names = await archive.names();
  const read = await Promise.all(names.map((name) => archive.read(name)));
  const payouts = read.flatMap((one) =>
    (one?.lines ?? []).flatMap((line) => {
      const { kind, payout } = JSON.parse(line) as {
        readonly kind: string;
        readonly payout?: { readonly order: { readonly transactionId: string } };
      };
      return kind === 'payout' ? (payout?.order.transactionId ?? []) : [];
    }),
  );
  t.is(new Set(payouts).size, 2_100);
  const leftovers = after.lines.filter((line) => line.includes('left over'));
  t.true(payouts.length === 2_100 || leftovers.length > 0);
});
