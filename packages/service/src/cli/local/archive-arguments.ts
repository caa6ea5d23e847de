import { resolve } from 'node:path';
import { ARCHIVE_AGE_MIN } from '@hundi/core/operator';
import type { ArchiveArguments } from '../../archive/archive-database.js';
import { Misused } from '../command/command.js';

const DAY = 24 * 60 * 60 * 1_000;
const DAYS = /^(\d{1,5})d$/;
const AGE_MIN_DAYS = ARCHIVE_AGE_MIN / DAY;

/** The options as they were given. */
interface Asked {
  readonly olderThan: string | undefined;
  readonly to: string | undefined;
  readonly isDryRun: boolean;
}

const daysOf = (age: string | undefined): number => {
  const days = Number(DAYS.exec(age ?? '')?.[1]);
  if (days >= AGE_MIN_DAYS) return days;
  throw new Misused(
    `--older-than: expected days, as 400d, and at least ${String(AGE_MIN_DAYS)}: a report covers up to six months`,
  );
};

/** Reads what a command says. @throws Misused at the first that is wrong, with what was expected. */
export const readArguments = (
  { olderThan, to = '', isDryRun }: Asked,
  directory: string,
): ArchiveArguments => {
  const days = daysOf(olderThan);
  if (to === '') throw new Misused('--to: expected the directory of the archive');
  return { directory: resolve(directory, to), days, ageMs: days * DAY, isDryRun };
};
