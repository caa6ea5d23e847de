import { tenantOf, type Tenant } from '../values/tenant.js';

/** The subject of an error or a log line: ids only, never a value of it. */
export interface Subject {
  readonly tenant?: Tenant;
  /** The id of a job, payout, payee, session, link, endpoint, key, user or change of settings, or of a corporate. */
  readonly subjectId: string;
}

// On the errors and not around them: a storage knows by an error itself whether it may try again.
const SUBJECTS = Symbol.for('hundi.subjects');
const USE_CASE = Symbol.for('hundi.useCase');

/** Notes on an error what it is about. The innermost context is closest to the fault: what is noted already stays. */
export const noteSubjects = (error: unknown, subjects: ReadonlyArray<Subject>): void => {
  note(error, SUBJECTS, subjects);
};

/** The subjects of an error of the engine, empty if the engine does not know them. */
export const subjectsOf = (error: unknown): ReadonlyArray<Subject> =>
  error instanceof Object && SUBJECTS in error ? (error[SUBJECTS] as ReadonlyArray<Subject>) : [];

/**
 * The name of the use case that an error came out of, as the engine has it, such as `cancelPayout`; undefined if the engine
 * does not know it. Of an error that several requests share, it is that of one of them, and so are the subjects.
 */
export const useCaseOf = (error: unknown): string | undefined =>
  error instanceof Object && USE_CASE in error ? (error[USE_CASE] as string) : undefined;

type AnyUseCase = (...asked: ReadonlyArray<unknown>) => Promise<unknown>;

/** Lets an error that comes out of a use case stay as it is, and say which one that is and what it was asked about. */
export const telling =
  (name: string, useCase: AnyUseCase): AnyUseCase =>
  async (...asked) => {
    try {
      return await useCase(...asked);
    } catch (error) {
      const [caller, input = caller] = asked;
      const subjects = namedIn(input, isTenant(caller) ? tenantOf(caller) : undefined);
      note(error, USE_CASE, name);
      if (subjects.length > 0) noteSubjects(error, subjects);
      throw error;
    }
  };

const note = (error: unknown, key: symbol, value: unknown): void => {
  if (error instanceof Object && !(key in error)) Reflect.defineProperty(error, key, { value });
};

/** The members of inputs that name what a use case is about. */
const NAMING = [
  'transactionId',
  'transactionIds',
  'jobId',
  'beneficiaryId',
  'sessionId',
  'linkId',
  'endpointId',
  'changeId',
  'keyId',
  'userId',
] as const;

const namedIn = (input: unknown, tenant: Tenant | undefined): ReadonlyArray<Subject> => {
  const members = Object(input) as Partial<Record<(typeof NAMING)[number], unknown>>;
  return NAMING.flatMap((name) => members[name] ?? []).flatMap((subjectId) =>
    typeof subjectId === 'string' ? [{ ...(tenant && { tenant }), subjectId }] : [],
  );
};

const isTenant = (caller: unknown): caller is Tenant =>
  caller instanceof Object && 'bankTenantId' in caller && 'corporateTenantId' in caller;
