import { noteSubjects, type Subject } from '../../kernel/use-case/subject.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { searchedJob } from './after-intake.js';
import { linkOfWork } from './link-work.js';
import { notified } from './notification-work.js';

/** Runs something; an error that comes out of it stays as it is, and {@link subjectsOf} it are these. */
export const about = async <A>(
  subjects: ReadonlyArray<Subject>,
  run: () => Promise<A>,
): Promise<A> => {
  try {
    return await run();
  } catch (error) {
    noteSubjects(error, subjects);
    throw error;
  }
};

interface WorkSubject {
  readonly tenant: Tenant;
  readonly subject: string;
}

/** The subject of some work, under an id that people know. */
export const subjectOfWork = ({ tenant, subject }: WorkSubject): Required<Subject> => ({
  tenant,
  subjectId:
    searchedJob({ subject }) ??
    notified({ subject, tenant }) ??
    linkOfWork({ subject })?.linkId ??
    subject,
});

export const subjectsOfWork = (work: ReadonlyArray<WorkSubject>): ReadonlyArray<Subject> =>
  work.map(subjectOfWork);
