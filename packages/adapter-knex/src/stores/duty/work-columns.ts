import type { DeferredWork, HeldWork, NewWork, SubjectRange, Work } from '@hundi/core/storage';
import { int, rowsOf, sharing, text } from '../../engine/described.js';
import { OWNER } from '../rows/owner.js';

/** The token of unclaimed work: claims give out numbers from 1 on. */
const NO_HOLDERS = 0;

const KEY = {
  corporate_id: text(({ tenant }: Pick<Work, 'tenant'>) => tenant.corporateTenantId),
  subject: text(({ subject }: Pick<Work, 'subject'>) => subject),
};

/** Which work a bound row is about. */
export const SUBJECT = rowsOf<Pick<Work, 'tenant' | 'subject'>>()(KEY);

/** Which work of a corporate a bound row is about. */
export const RANGE = sharing(
  OWNER,
  rowsOf<SubjectRange>()({ first: text(({ first }) => first), last: text(({ last }) => last) }),
);

/** Written when work is added or woken. */
export const NEW = rowsOf<NewWork>()({
  ...KEY,
  duty: text(({ duty }) => duty),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  run_at: int(({ runAt }) => runAt),
  attempts: int(() => 0),
  token: int(() => NO_HOLDERS),
});

/** Which work a bound row is about, and who holds it. */
export const HELD = rowsOf<HeldWork>()({
  ...KEY,
  token: int(({ token }) => token),
});

/** Written when its holder defers it. */
export const DEFERRED = rowsOf<DeferredWork>()({
  ...HELD.described,
  duty: text(({ duty }) => duty),
  run_at: int(({ runAt }) => runAt),
});

/** Written when its holder gives it back. */
export const GIVEN_BACK = rowsOf<DeferredWork & Pick<Work, 'attempts'>>()({
  ...DEFERRED.described,
  attempts: int(({ attempts }) => attempts - 1),
});

/** Written when its holder failed. */
export const FAILED = rowsOf<DeferredWork & Pick<Work, 'failures'>>()({
  ...DEFERRED.described,
  failures: int(({ failures }) => failures + 1),
});

/** Written when it is claimed. */
export const CLAIMED = rowsOf<Work>()({
  ...DEFERRED.described,
  attempts: int(({ attempts }) => attempts),
  marked_at: int(({ markedAt }) => markedAt),
});

/** The columns that a claim reads. */
export const DUE = rowsOf<Work>()({
  ...NEW.described,
  failures: FAILED.described.failures,
  marked_at: CLAIMED.described.marked_at,
}).select([
  'subject',
  'duty',
  'bank_id',
  'corporate_id',
  'run_at',
  'attempts',
  'failures',
  'token',
  'marked_at',
]);
export type DueRow = ReturnType<typeof DUE.rows>[number];
