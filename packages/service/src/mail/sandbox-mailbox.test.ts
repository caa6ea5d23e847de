import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import {
  sandboxInPostgres,
  sandboxInSqlite,
  type SandboxDatabase,
} from '../bank/sandbox-database.js';
import { postgresUrl } from '@hundi/testkit/contract';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { sandboxMailbox } from './sandbox-mailbox.js';

type Open = (t: ExecutionContext) => Promise<() => Promise<SandboxDatabase>>;

const inSqlite: Open = async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'hundi-mail-')), 'bank.db');
  return () => sandboxInSqlite(file);
};

const inPostgres: Open = async (t) => {
  const fresh = await freshPostgres();
  if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
  t.teardown(fresh.drop);
  return () => sandboxInPostgres(fresh.url);
};

const hasServer = (await postgresUrl()) !== undefined;
const places = { SQLite: inSqlite, ...(hasServer && { PostgreSQL: inPostgres }) };

const mail = (to: string, subject: string) => ({ to, subject, text: `to ${to}` });

for (const [name, open] of Object.entries(places)) {
  test(`${name}: mails come newest first, for one address or for all, and outlive a restart`, async (t) => {
    const reopen = await open(t);
    const first = await reopen();
    let now = 1_800_000_000_000;
    const box = sandboxMailbox(first, { now: () => (now += 1) });
    await Promise.all([
      box.send(mail('Ann@mail.example', 'one')),
      box.send(mail('bob@mail.example', 'two')),
      box.send(mail('ann@mail.example', 'three')),
    ]);
    await first.close();

    const second = await reopen();
    t.teardown(second.close);
    const again = sandboxMailbox(second, { now: () => now });
    const [newest, oldest] = await again.mails('ANN@mail.example');
    t.deepEqual([newest?.subject, oldest?.subject], ['three', 'one']);
    t.deepEqual(oldest, {
      id: 'mail-1',
      to: 'Ann@mail.example',
      subject: 'one',
      text: 'to Ann@mail.example',
      sentAt: 1_800_000_000_001,
    });
    await again.send({ ...mail('ann@mail.example', 'four'), html: '<p>four</p>' });
    t.is((await again.mails('ann@mail.example'))[0]?.html, '<p>four</p>');
    t.is((await again.mails()).length, 4);
    t.deepEqual(await again.mails('nobody@mail.example'), []);
  });

  test(`${name}: a reader sees what was sent before, though no sender waited for it`, async (t) => {
    const database = await (await open(t))();
    t.teardown(database.close);
    const box = sandboxMailbox(database, { now: () => 1 });
    const sending = Array.from({ length: 10 }, (_, n) => box.send(mail('a@b.example', String(n))));

    t.is((await box.mails('a@b.example')).length, 10);
    await Promise.all(sending);
  });
}
