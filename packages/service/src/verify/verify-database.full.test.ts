import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knexStorage, migrate, openSqlite } from '@hundi/adapter-knex';
import { createSandbox } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { verifyDatabase } from './verify-database.js';

/** A database with the sealed journal of the demo corporates; `change` is done to it at the end. */
const databaseWith = async (
  t: ExecutionContext,
  change: (db: Knex) => Promise<unknown> = () => Promise.resolve(),
) => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'hundi.db');
  const { writer, close } = await openSqlite(file);
  await migrate(writer);
  await createSandbox({ storage: knexStorage(writer) });
  await change(writer);
  await close();
  const lines: string[] = [];
  const found = await verifyDatabase({ kind: 'sqlite', file }, (line) => lines.push(line));
  return { ...found, acme: lines.find((line) => line.startsWith('acme:')) ?? '' };
};

test('a database whose journals hold is reported journal by journal, with the head of each', async (t) => {
  const { holds, journals, acme } = await databaseWith(t);

  t.true(holds);
  t.is(journals, 2);
  t.regex(acme, /^acme: \d+ entries and \d+ events hold; head [0-9a-f]{64}$/);
});

test('unsealed entries are counted', async (t) => {
  const { holds, acme } = await databaseWith(t, (db) =>
    db.raw(`INSERT INTO journal (bank_id, corporate_id, subject_kind, subject_id, sequence,
        to_state, at, actor, changes)
      SELECT bank_id, corporate_id, 'corporate', 'late', 1, 'x', at, actor, '{}'
      FROM journal WHERE corporate_id = 'acme' LIMIT 1`),
  );

  t.true(holds);
  t.regex(acme, /; not sealed yet: 1$/);
});

const ACME = `corporate_id = 'acme'`;
const SECOND = `entry_no = (SELECT entry_no FROM journal_seals WHERE ${ACME} AND ordinal = 2)`;
const ADDED_SEAL = `INSERT INTO journal_seals (corporate_id, ordinal, entry_no, position, hash)
  SELECT corporate_id, ordinal + 1, -1, position, hash FROM journal_heads WHERE ${ACME}`;
const ADDED_EVENT = `INSERT INTO events (corporate_id, position, bank_id, event_id, type, at,
    previous_hash, hash, body_hash, body)
  SELECT corporate_id, position + 1, bank_id, 'evt_new', type, at, hash, 'x', body_hash, body
  FROM events WHERE ${ACME} ORDER BY position DESC LIMIT 1`;
const SLIPPED_IN = `INSERT INTO journal (entry_no, bank_id, corporate_id, subject_kind, subject_id,
    sequence, to_state, at, actor, changes)
  SELECT -1, bank_id, corporate_id, 'payout', 'late', 1, 'paid', at, 'mallory', '{}'
  FROM journal WHERE ${ACME} LIMIT 1`;
const LAST = `ordinal = (SELECT max(ordinal) FROM journal_seals WHERE ${ACME})`;

for (const [what, sql, where] of [
  ['an entry’s actor', `UPDATE journal SET actor = 'mallory' WHERE ${SECOND}`, /entry 2: /],
  ['an entry’s values', `UPDATE journal SET changes = '{"a":1}' WHERE ${SECOND}`, /entry 2: /],
  ['a deleted entry', `DELETE FROM journal WHERE ${SECOND}`, /entry 2: the entry is missing/],
  ['a seal’s hash', `UPDATE journal_seals SET hash = 'x' WHERE ${ACME} AND ordinal = 3`, /entry 3/],
  ['a deleted seal', `DELETE FROM journal_seals WHERE ${ACME} AND ordinal = 1`, /entry 1: /],
  ['a deleted tail', `DELETE FROM journal_seals WHERE ${ACME} AND ${LAST}`, /does not end where/],
  ['a body', `UPDATE events SET body = body || ' ' WHERE ${ACME} AND position = 2`, /event 2: /],
  ['an event’s hash', `UPDATE events SET hash = 'x' WHERE ${ACME} AND position = 2`, /event 2: /],
  ['a deleted event', `DELETE FROM events WHERE ${ACME} AND position = 1`, /event 1: /],
  ['a moved head', `UPDATE journal_heads SET ordinal = ordinal - 1 WHERE ${ACME}`, /does not end/],
  ['a deleted head', `DELETE FROM journal_heads WHERE ${ACME}`, /entry 1: no head covers its seal/],
  ['an added seal', ADDED_SEAL, /no head covers its seal/],
  ['an added event', ADDED_EVENT, /event \d+: no entry belongs to it/],
  ['an entry that was slipped in', SLIPPED_IN, /the entry at place -1 was never sealed/],
] as const) {
  test(`verification finds ${what} that was tampered with, at its place`, async (t) => {
    const { holds, acme } = await databaseWith(t, (db) => db.raw(sql));

    t.false(holds);
    t.regex(acme, /^acme: BROKEN at entry \d+/);
    t.regex(acme, where);
  });
}

const ENTRIES = `DELETE FROM journal WHERE ${ACME}`;
const HEAD = `DELETE FROM journal_heads WHERE ${ACME}`;
const SEALS = `DELETE FROM journal_seals WHERE ${ACME}`;

for (const [left, taken, where] of [
  ['its head and seals', [ENTRIES], /entry 1: the entry is missing/],
  ['its head', [ENTRIES, SEALS], /entry 1: the chain does not end where it should/],
  ['its seals', [ENTRIES, HEAD], /entry 1: no head covers its seal/],
] as const) {
  test(`a corporate of whose journal no more is left than ${left} is broken, not forgotten`, async (t) => {
    const { holds, journals, acme } = await databaseWith(t, async (db) => {
      for (const sql of taken) await db.raw(sql);
    });

    t.false(holds);
    t.is(journals, 2);
    t.regex(acme, /^acme: BROKEN at entry \d+/);
    t.regex(acme, where);
  });
}

test('entries that changed places are found', async (t) => {
  const { holds, acme } = await databaseWith(t, async (db) => {
    const places = `SELECT entry_no FROM journal_seals WHERE ${ACME} AND ordinal`;
    await db.raw(`UPDATE journal SET subject_id = 'aside' WHERE entry_no = (${places} = 2)`);
    await db.raw(
      `UPDATE journal_seals SET entry_no = -entry_no WHERE ${ACME} AND ordinal IN (2, 3)`,
    );
    await db.raw(`UPDATE journal_seals SET entry_no = (
        SELECT -o.entry_no FROM journal_seals o WHERE o.corporate_id = journal_seals.corporate_id
          AND o.ordinal = 5 - journal_seals.ordinal)
      WHERE ${ACME} AND ordinal = 2`);
  });

  t.false(holds);
  t.regex(acme, /BROKEN at entry 2/);
});

test('a file that is not there is not made', async (t) => {
  const place = { kind: 'sqlite', file: join(tmpdir(), 'hundi-nowhere', 'no.db') } as const;

  await t.throwsAsync(
    verifyDatabase(place, () => undefined),
    {
      message: 'DATABASE_URL: there is no such file: hundi migrate makes it',
    },
  );
});
