import type { JobId } from '../kernel/values/ids.js';
import { SECOND, type EpochMs } from '../kernel/values/time.js';
import type { NewWork, Work } from '../storage/work-store.js';

/**
 * How long a job waits once its intake is over, so that what is done behind the intake costs it nothing. Nobody
 * decides on a payout whose time is over, even before it is rejected; and payouts are found without their search
 * terms, only slower.
 */
const AFTER_INTAKE = 30 * SECOND;

/** What is left to do for a job whose intake ended, on the work that it has or for new work. */
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
 * that of the job expires its approvals, whatever becomes of its search terms.
 */
export const searchWork = (
  { subject, tenant }: Pick<Work, 'subject' | 'tenant'>,
  runAt: EpochMs,
): NewWork => ({ duty: 'index-payouts', subject: `${SEARCH}${subject}`, tenant, runAt });

/** The job whose search terms work is to write; undefined if its subject is a job itself. */
export const searchedJob = ({ subject }: Pick<Work, 'subject'>): JobId | undefined =>
  subject.startsWith(SEARCH) ? (subject.slice(SEARCH.length) as JobId) : undefined;
