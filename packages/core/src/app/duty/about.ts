import type { Tenant } from '../../kernel/values/tenant.js';
import { searchedJob } from './after-intake.js';
import { notified } from './notification-work.js';

/** The subject of an error or a log line: ids only, never a value of it. */
export interface Subject {
  readonly tenant?: Tenant;
  /** The id of a job, payout, session, link or endpoint, or of a corporate whose journal it is. */
  readonly subjectId: string;
}

// On the errors and not around them: a storage knows by an error itself whether it may try again.
const SUBJECTS = Symbol.for('hundi.subjects');

/** Runs something; an error that comes out of it stays as it is, and {@link subjectsOf} it are these. */
export const about = async <A>(
  subjects: ReadonlyArray<Subject>,
  run: () => Promise<A>,
): Promise<A> => {
  try {
    return await run();
  } catch (error) {
    // The innermost context is closest to the fault.
    if (error instanceof Object && !(SUBJECTS in error))
      Reflect.defineProperty(error, SUBJECTS, { value: subjects });
    throw error;
  }
};

/** The subjects of an error of the engine, empty if the engine does not know them. */
export const subjectsOf = (error: unknown): ReadonlyArray<Subject> =>
  error instanceof Object && SUBJECTS in error ? (error[SUBJECTS] as ReadonlyArray<Subject>) : [];

interface WorkSubject {
  readonly tenant: Tenant;
  readonly subject: string;
}

/** The subject of some work, under an id that people know. */
export const subjectOfWork = ({ tenant, subject }: WorkSubject): Required<Subject> => ({
  tenant,
  subjectId: searchedJob({ subject }) ?? notified({ subject, tenant }) ?? subject,
});

export const subjectsOfWork = (work: ReadonlyArray<WorkSubject>): ReadonlyArray<Subject> =>
  work.map(subjectOfWork);
