import type { JobId } from '../../kernel/values/ids.js';
import { SECOND, type EpochMs } from '../../kernel/values/time.js';
import type { NewWork, Work } from '../../storage/work-store.js';

/**
 * The delay of follow-up work after a job's intake, so that this work does not slow the intake down. The delay is
 * harmless: a payout whose time is over cannot be decided on, even before it is rejected; and searches find payouts
 * without search terms, only more slowly.
 */
const AFTER_INTAKE = 30 * SECOND;

/** The follow-up work of a job whose intake has ended, written over its existing work or as new work. */
export const afterIntake = <W extends Pick<Work, 'subject'>>(
  work: W,
  endedAt: EpochMs,
): W & Pick<Work, 'duty' | 'runAt'> => ({
  ...work,
  duty: 'arm-expiry',
  runAt: endedAt + AFTER_INTAKE,
});

const SEARCH = 'search:';

/**
 * Work to write the search terms of a job. Its subject is not the job itself: a subject has one piece of work, and
 * that of the job expires its approvals, even if its search terms cannot be written.
 */
export const searchWork = (
  { subject, tenant }: Pick<Work, 'subject' | 'tenant'>,
  runAt: EpochMs,
): NewWork => ({ duty: 'index-payouts', subject: `${SEARCH}${subject}`, tenant, runAt });

/** The job whose search terms work is to write; undefined if its subject is a job itself. */
export const searchedJob = ({ subject }: Pick<Work, 'subject'>): JobId | undefined =>
  subject.startsWith(SEARCH) ? (subject.slice(SEARCH.length) as JobId) : undefined;
