import { fileArchive, nodeEntropy } from '@hundi/adapter-node';
import type { Storage } from '@hundi/core';
import { archiveJournals, planArchive, type ArchiveStep } from '@hundi/core/operator';
import { openExisting, type NamedDatabase } from '../database/open-existing.js';
import { counted } from '../texts/counted.js';

/** What to archive, and where. */
export interface ArchiveArguments {
  readonly directory: string;
  readonly days: number;
  readonly ageMs: number;
  readonly isDryRun: boolean;
}

type Print = (line: string) => void;

const lineOf = (step: ArchiveStep): string | undefined => {
  if (step.kind === 'archived') {
    const { file, entries, events, payouts } = step;
    const counts = `${counted(entries, 'entry', 'entries')}, ${counted(events, 'event')}, ${counted(payouts, 'payout')}`;
    return `${file.tenant.corporateTenantId}: ${counts} in ${file.name}`;
  }
  if (step.kind === 'broken') {
    const { tenant, entry, reason } = step;
    return `${tenant.corporateTenantId}: BROKEN at entry ${String(entry)}: ${reason}; nothing more of this journal is archived; run hundi journal verify`;
  }
  const { tenant, waitsFor } = step;
  return waitsFor === 'age'
    ? undefined
    : `${tenant.corporateTenantId}: stops at event ${String(waitsFor.position)}: the webhook endpoint ${waitsFor.endpointId} has not received it yet`;
};

/** How a run ended: to its end, by a signal before it, or to its end past journals that do not hold. */
type Ended = 'done' | 'stopped' | 'broken';

const notHolding = (broken: number): string =>
  broken === 0 ? '' : `; ${counted(broken, 'journal')} ${broken === 1 ? 'does' : 'do'} not hold`;

const plan = async (
  storage: Storage,
  olderThan: number,
  print: Print,
  isStopped: () => boolean,
): Promise<Ended> => {
  let [all, broken] = [0, 0];
  for await (const { tenant, entries, end } of planArchive(storage, olderThan)) {
    if (entries > 0)
      print(
        `${tenant.corporateTenantId}: ${counted(entries, 'entry', 'entries')} would be archived`,
      );
    const line = lineOf(end);
    if (line !== undefined) print(line);
    all += entries;
    if (end.kind === 'broken') broken += 1;
    if (isStopped()) {
      print(
        `stopped: at least ${counted(all, 'entry', 'entries')} would be archived; nothing was changed`,
      );
      return 'stopped';
    }
  }
  print(
    `${counted(all, 'entry', 'entries')} would be archived; nothing was changed${notHolding(broken)}`,
  );
  return broken > 0 ? 'broken' : 'done';
};

/**
 * Archives what is older than an age, a line for each file. No other process may use an SQLite file meanwhile; a
 * PostgreSQL database may be in use.
 *
 * @param isStopped asked after each file, and by a dry run after each corporate: the run then ends, and the next one goes on.
 * @throws StartRefused when the database cannot be used; ArchiveUnusable, ArchiveHeld.
 */
export const archiveDatabase = async (
  { place, pooler, directory, days, ageMs, isDryRun }: ArchiveArguments & NamedDatabase,
  print: Print,
  isStopped: () => boolean,
): Promise<Ended> => {
  const { storage, openClock, close } = await openExisting(place, pooler);
  try {
    const clock = await openClock();
    const olderThan = clock.now() - ageMs;
    if (isDryRun) return await plan(storage, olderThan, print, isStopped);
    const archive = fileArchive(directory);
    const ports = { storage, clock, entropy: nodeEntropy, archive };
    let ended: Ended = 'done';
    let [files, payouts, broken] = [0, 0, 0];
    for await (const step of archiveJournals(ports, olderThan)) {
      const line = lineOf(step);
      if (line !== undefined) print(line);
      if (step.kind === 'archived') {
        files += 1;
        payouts += step.payouts;
      }
      if (step.kind === 'broken') broken += 1;
      if (isStopped()) {
        ended = 'stopped';
        break;
      }
    }
    const end =
      ended === 'stopped' ? 'stopped: run it again to go on' : `older than ${counted(days, 'day')}`;
    print(
      `${counted(payouts, 'payout')} in ${counted(files, 'file')}, ${end}${notHolding(broken)}`,
    );
    return ended === 'done' && broken > 0 ? 'broken' : ended;
  } finally {
    await close();
  }
};
