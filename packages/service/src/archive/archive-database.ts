import { fileArchive, nodeEntropy } from '@hundi/adapter-node';
import { archiveJournals, planArchive, type ArchiveStep, type Storage } from '@hundi/core';
import type { NamedDatabase } from '../cli/database-of.js';
import { openExisting } from '../verify/open-existing.js';
import type { ArchiveArguments } from './arguments.js';

type Print = (line: string) => void;

const lineOf = (step: ArchiveStep): string | undefined => {
  if (step.kind === 'archived') {
    const { file, entries, events, payouts } = step;
    const counts = `${String(entries)} entries, ${String(events)} events, ${String(payouts)} payouts`;
    return `${file.tenant.corporateTenantId}: ${counts} in ${file.name}`;
  }
  const { tenant, waitsFor } = step;
  return waitsFor === 'age'
    ? undefined
    : `${tenant.corporateTenantId}: stops at event ${String(waitsFor.position)}: the webhook endpoint ${waitsFor.endpointId} is still to get it`;
};

const plan = async (storage: Storage, olderThan: number, print: Print): Promise<void> => {
  let all = 0;
  for await (const { tenant, entries } of planArchive(storage, olderThan)) {
    if (entries > 0)
      print(`${tenant.corporateTenantId}: ${String(entries)} entries are old enough`);
    all += entries;
  }
  print(`${String(all)} entries would be archived; nothing was changed`);
};

/**
 * Archives what is older than an age, a line for each file. No other process may use an SQLite file meanwhile; a
 * PostgreSQL database may be in use.
 *
 * @param isStopped asked after each file: the run then ends, and the next one goes on.
 * @throws StartRefused when the database cannot be used; ArchiveUnusable, ArchiveHeld, BrokenJournal.
 */
export const archiveDatabase = async (
  { place, pooler, directory, days, ageMs, isDryRun }: ArchiveArguments & NamedDatabase,
  print: Print,
  isStopped: () => boolean,
): Promise<void> => {
  const { storage, openClock, close } = await openExisting(place, pooler);
  try {
    const clock = await openClock();
    const olderThan = clock.now() - ageMs;
    if (isDryRun) {
      await plan(storage, olderThan, print);
      return;
    }
    const archive = fileArchive(directory);
    const ports = { storage, clock, entropy: nodeEntropy, archive };
    let [files, payouts] = [0, 0];
    for await (const step of archiveJournals(ports, olderThan)) {
      const line = lineOf(step);
      if (line !== undefined) print(line);
      if (step.kind === 'archived') {
        files += 1;
        payouts += step.payouts;
      }
      if (isStopped()) break;
    }
    const end = isStopped() ? 'stopped: run it again to go on' : `older than ${String(days)} days`;
    print(`${String(payouts)} payouts in ${String(files)} files, ${end}`);
  } finally {
    await close();
  }
};
