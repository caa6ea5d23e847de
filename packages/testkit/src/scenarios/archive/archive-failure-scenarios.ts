import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Archive, Storage, Stores } from '@hundi/core';
import { verifyArchive } from '@hundi/core/operator';
import { behaviours } from '../../kit/webhook/receivers.js';
import { openWebhooks } from '../stage/webhook-stage.js';
import type { Scenario } from '../stage/scenario.js';
import {
  archivedIn,
  archiving,
  assertProven,
  grow,
  openArchiving,
  readAs,
  type ArchiveStage,
} from './archive-stage.js';

/** An archive whose process dies right after a file of a corporate was kept. */
const dyingAfter = (archive: Archive, corporate: string): Archive => ({
  ...archive,
  keep: async (file) => {
    const kept = await archive.keep(file);
    if (file.tenant.corporateTenantId === corporate) throw new Error('killed');
    return kept;
  },
});

const old = async (storage: Parameters<typeof openArchiving>[0]): Promise<ArchiveStage> => {
  const stage = await openArchiving(storage);
  await stage.pay([{}, {}]);
  await grow(stage);
  return stage;
};

const leftovers = async ({ checks }: ArchiveStage): Promise<number> =>
  (await checks()).filter(({ kind }) => kind === 'leftover').length;

const stopScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a run that is stopped between file and database is completed by the next, in the same file',
    asksStore: true,
    run: async (storage) => {
      const stage = await old(storage);
      await assert.rejects(stage.run(dyingAfter(stage.archive, 'acme')), /killed/);
      const names = [...stage.archive.files.keys()];
      assert.equal(await leftovers(stage), 1);
      await assertProven(stage);

      assert.equal(archivedIn(await stage.run()), 2);
      assert.ok(names.every((name) => stage.archive.files.has(name)));
      assert.equal(await leftovers(stage), 0);
      assert.equal(archivedIn(await stage.run()), 0);
      await assertProven(stage);
    },
  },
  {
    title: 'a file of a stopped run that the next one makes longer is known for a leftover',
    asksStore: true,
    run: async (storage) => {
      const stage = await old(storage);
      await assert.rejects(stage.run(dyingAfter(stage.archive, 'acme')), /killed/);
      await stage.pay([{}]);
      await grow(stage);

      assert.equal(archivedIn(await stage.run()), 3);
      assert.equal(await leftovers(stage), 1);
      await assertProven(stage);
    },
  },
  {
    title: 'while the archive has no room, nothing leaves the database',
    asksStore: true,
    run: async (storage) => {
      const stage = await openArchiving(storage);
      const { ids } = await stage.post([{}, {}]);
      await grow(stage);
      stage.archive.leaveRoomFor(0);
      await assert.rejects(stage.run(), /no room/);
      assert.equal(await readAs(stage, ids[0] as string), 'paid');
      await assertProven(stage);

      stage.archive.leaveRoomFor(Infinity);
      assert.equal(archivedIn(await stage.run()), 2);
    },
  },
  {
    title: 'two processes never archive at once; a killed one is waited for, for a minute',
    asksStore: true,
    run: async (storage) => {
      const stage = await openArchiving(storage);
      const { ids } = await stage.post([{}]);
      await grow(stage);
      const steps = stage.steps();
      await steps.next();
      await assert.rejects(stage.run(), { name: 'ArchiveHeld' });
      stage.clock.advance(60_000);
      const other = stage.steps();
      await other.next();
      await assert.rejects(
        async () => {
          while ((await steps.next()).done !== true);
        },
        { name: 'ArchiveHeld' },
      );
      while ((await other.next()).done !== true);

      assert.equal(await readAs(stage, ids[0] as string), 'PayoutArchived');
      await assertProven(stage);
    },
  },
  {
    title: 'a run keeps others away as long as it goes on, also while it finds nothing to archive',
    run: async (storage) => {
      const stage = await openArchiving(storage);
      await stage.post([{}]);
      await grow(stage);
      const steps = stage.steps();
      await steps.next();
      for (let step = 0; step < 2; step += 1) {
        stage.clock.advance(40_000);
        await assert.rejects(stage.run(), { name: 'ArchiveHeld' });
        assert.equal((await steps.next()).done, false);
      }
    },
  },
  {
    title: 'the archive of another database is refused before anything is done',
    asksStore: true,
    run: async (storage) => {
      const stage = await old(storage);
      await stage.archive.open('another');
      await assert.rejects(stage.run(), { name: 'ArchiveUnusable' });
      assert.equal(stage.archive.files.size, 0);
    },
  },
];

/** The name of the first file of acme's. */
const fileOf = ({ archive }: ArchiveStage): string =>
  [...archive.files.keys()].find((name) => name.startsWith('acme')) ??
  assert.fail('nothing is archived');

const TAMPERINGS: Readonly<Record<string, (stage: ArchiveStage) => void>> = {
  'a file that is missing': (stage) => {
    stage.archive.files.delete(fileOf(stage));
  },
  'a file with another value': (stage) => {
    const lines = stage.archive.files.get(fileOf(stage)) ?? [];
    stage.archive.files.set(
      fileOf(stage),
      lines.map((line) => line.replaceAll('"amount":50000', '"amount":50001')),
    );
  },
  'a file that is cut off': (stage) => {
    const lines = stage.archive.files.get(fileOf(stage)) ?? [];
    stage.archive.files.set(fileOf(stage), lines.slice(0, -2));
  },
  'a file without one of its lines': (stage) => {
    const lines = stage.archive.files.get(fileOf(stage)) ?? [];
    stage.archive.files.set(fileOf(stage), lines.toSpliced(3, 1));
  },
  'a file in place of another': (stage) => {
    const other = [...stage.archive.files.keys()].find((name) => name.startsWith('globex')) ?? '';
    stage.archive.files.set(fileOf(stage), stage.archive.files.get(other) ?? []);
  },
};

/** The storage as if payouts and their entries had been deleted by hand, and noted as archived in a file. */
const withNotedAsArchived = (
  storage: Storage,
  gone: ReadonlySet<string>,
  file: string | undefined,
): Storage => {
  const of = (stores: Stores): Stores => {
    const { find, kept } = stores.archives;
    const archives: Stores['archives'] = {
      ...stores.archives,
      find: async (tenant, id) => (gone.has(id) ? file : find(tenant, id)),
      kept: async (...asked) =>
        (await kept(...asked)).filter(({ entry }) => !gone.has(entry?.subjectId ?? '')),
    };
    return Object.create(stores, { archives: { value: archives } }) as Stores;
  };
  return { ...storage, read: (work) => storage.read((stores) => work(of(stores))) };
};

const faultsOn = async (storage: Storage, archive: Archive): Promise<ReadonlyArray<string>> => {
  const faults: string[] = [];
  for await (const check of verifyArchive(storage, archive))
    if (check.kind !== 'leftover' && check.fault !== undefined) faults.push(check.fault.reason);
  return faults;
};

/** Lines as a file of an archive has them, with an end that fits them. */
const asFile = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const digest = createHash('sha256').update(lines.join('\n')).digest('hex');
  return [...lines, JSON.stringify({ kind: 'end', lines: lines.length, digest })];
};

/** Files that whoever can write the folder alone puts there, made of a file that is proven. */
const FORGERIES: Readonly<Record<string, (lines: ReadonlyArray<string>) => ReadonlyArray<string>>> =
  {
    'a payout that never was': ([header = '', ...lines]) => [
      header,
      ...lines
        .filter((line) => line.includes('"kind":"payout"'))
        .map((line) => line.replaceAll('"amount":50000', '"amount":50001')),
    ],
    'an entry that never was': ([header = '', ...lines]) => [
      header,
      ...lines
        .filter((line) => line.includes('"kind":"entry"'))
        .map((line) => line.replace(/"actor":"[^"]*"/, '"actor":"mallory"')),
    ],
    'a line that says nothing': ([header = '']) => [header, '{"kind":"payout"}'],
    'no corporate': ([header = '']) => [header.replace('"corporateTenantId"', '"of"')],
  };

const proofScenarios: ReadonlyArray<Scenario> = [
  ...Object.entries(FORGERIES).map(([what, forge]): Scenario => ({
    title: `verification finds a file that somebody put beside the others: ${what}`,
    run: async (storage) => {
      const stage = await old(storage);
      await stage.run();
      const lines = stage.archive.files.get(fileOf(stage)) ?? [];
      stage.archive.files.set('acme/forged', asFile(forge(lines.slice(0, -1))));
      const faults = await stage.faults();
      assert.equal(faults.length, 1);
      assert.match(faults[0] ?? '', /^acme\/forged: (line 2 is neither|it does not say whose)/);
    },
  })),
  {
    title: 'verification does not believe the database that a payout is archived which no file has',
    run: async (storage) => {
      const stage = await openArchiving(storage, {}, { traits: { absenceFinalAfterMs: null } });
      const open = await stage.post([{ to: 'LOST01' }]);
      const ended = await stage.post([{}]);
      await grow(stage);
      assert.equal(archivedIn(await stage.run()), 1);
      await assertProven(stage);
      const faults = (subjects: ReadonlyArray<string>, file: string | undefined) =>
        faultsOn(withNotedAsArchived(storage, new Set(subjects), file), stage.archive);

      const [unheld = ''] = await faults([...open.ids, open.jobId], fileOf(stage));
      assert.match(unheld, /^entry \d+: it is missing in the database, and no file has its payout/);
      const [unnoted = ''] = await faults([...ended.ids, ended.jobId], undefined);
      assert.match(
        unnoted,
        /^entry \d+: the database does not say that its payout is in this file/,
      );
    },
  },
  ...Object.entries(TAMPERINGS).map(([what, tamper]): Scenario => ({
    title: `verification finds ${what}, and names it`,
    run: async (storage) => {
      const stage = await old(storage);
      await stage.run();
      await assertProven(stage);
      const name = fileOf(stage);
      tamper(stage);
      const faults = await stage.faults();
      assert.equal(faults.length, 1);
      assert.ok(faults[0]?.startsWith(`${name}: `), faults[0]);
    },
  })),
  {
    title: 'verification finds a file of another database, and names it',
    run: async (storage) => {
      const stage = await old(storage);
      await stage.run();
      const lines = stage.archive.files.get(fileOf(stage)) ?? [];
      stage.archive.files.set('acme/foreign', lines.slice(0, 1));
      assert.match((await stage.faults()).join(), /^acme\/foreign: /);
    },
  },
];

const URL = 'https://ledger.example/hooks';

const deliveryScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'events that an enabled endpoint is still to get are not archived; it is named',
    asksStore: true,
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      const archived = archiving(stage);
      const { endpoint } = await stage.register(URL);
      const one = await stage.payOne();
      stage.receivers.behave(URL, behaviours.busy);
      const two = await stage.payOne();
      // Time passes, but the process that delivers stands still.
      stage.clock.advance(186 * 24 * 3_600_000);
      const steps = await archived.run();

      assert.deepEqual(
        steps.flatMap((step) =>
          step.kind === 'done' && step.waitsFor !== 'age' ? step.waitsFor.endpointId : [],
        ),
        [endpoint.endpointId],
      );
      assert.deepEqual(
        [await readAs(stage, one), await readAs(stage, two)],
        ['PayoutArchived', 'paid'],
      );
      stage.receivers.behave(URL, behaviours.healthy);
      await stage.advance(24 * 3_600_000);
      await archived.run();
      assert.equal(await readAs(stage, two), 'PayoutArchived');
      await assertProven(archived);
    },
  },
  {
    title: 'an endpoint that was disabled goes on behind the archive once it is enabled',
    asksStore: true,
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      const archived = archiving(stage);
      const { endpoint } = await stage.register(URL);
      stage.receivers.behave(URL, behaviours.gone);
      await stage.payOne();
      await stage.payOne();
      await grow(stage);
      assert.equal(archivedIn(await archived.run()), 2);
      stage.receivers.behave(URL, behaviours.healthy);
      await stage.change(endpoint.endpointId, { status: 'enabled' });
      const before = stage.receivers.received(URL).length;
      const id = await stage.payOne();
      await stage.advance(24 * 3_600_000);

      assert.ok(stage.receivers.received(URL).length > before);
      assert.equal(await readAs(stage, id), 'paid');
      await assertProven(archived);
    },
  },
];

export const archiveFailureScenarios: ReadonlyArray<Scenario> = [
  ...stopScenarios,
  ...proofScenarios,
  ...deliveryScenarios,
];
