import { sha256 } from '../../kernel/secrets/digest.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { Clock } from '../../ports/clock.js';
import { recipe, token } from '../../kernel/token.js';
import { subjectsOf, useCaseOf, type Subject } from '../../kernel/use-case/subject.js';
import { DUTY_NAMES, type DutyName } from '../../storage/work-store.js';

/** The background activities: the duties, and work that no caller waits for (decisions §8). */
export const ACTIVITIES = [
  ...DUTY_NAMES,
  'look-for-work',
  'take-bank-reports',
  'settle-doubts',
  'accept-batch',
  'judge-rows',
  'read-payout',
  'read-key',
  'note-key-use',
  'note-session-use',
  'charge-card',
  'send-mail',
  'use-sealer',
  'keep-send-mark',
  'keep-policy-mark',
  'decide-settings-change',
] as const;
/** The work in which an error came that no caller gets (decisions §8): one of {@link ACTIVITIES}. */
export type Activity = DutyName | (typeof ACTIVITIES)[number];

/** The facts of a failure besides its error; `incidentId` is `inc_` and 20 hexadecimal digits (decisions §2). */
export interface FailureFacts {
  /** An incident that is raised because of it names this id. */
  readonly incidentId: string;
  /** The subjects of the failed work; for a group, every member. Empty if the failure came before the claim. */
  readonly subjects: ReadonlyArray<Subject>;
  /** The use case that failed, as the engine names it; absent if none did, or the engine does not know. */
  readonly useCase?: string;
}

/**
 * Called for every error that no caller gets (decisions §8). The text of an error can hold values of payments: log its
 * name, its code and its stack frames, never its message. It must not throw.
 */
export type OnError = (activity: Activity, error: unknown, facts: FailureFacts) => void;

/** The one way of every cause that no caller gets. */
export interface Causes {
  /** Calls every listener once, and returns the incident id. Subjects noted on the error itself come first. */
  readonly report: (
    activity: Activity,
    error: unknown,
    subjects?: ReadonlyArray<Subject>,
  ) => string;
  /**
   * Adds a listener; returns a function that removes it. The same function is called once, however often it was
   * added.
   */
  readonly listen: (onError: OnError) => () => void;
}
export const Causes = token<Causes>('Causes');

/**
 * The facts of a failure at a moment (epoch ms), with its incident id (decisions §2), for hosts that catch errors of the
 * engine themselves.
 *
 * @param subjects what it was about, where the engine has not noted that with the error
 */
export const failureFacts = (
  activity: Activity,
  error: unknown,
  at: EpochMs,
  subjects: ReadonlyArray<Subject> = [],
): FailureFacts => {
  const known = subjectsOf(error);
  const named = known.length > 0 ? known : subjects;
  const name = [activity, at, ...named.map(({ subjectId }) => subjectId)].join(' ');
  const useCase = useCaseOf(error);
  return {
    incidentId: `inc_${sha256(name).slice(0, 20)}`,
    subjects: named,
    ...(useCase !== undefined && { useCase }),
  };
};

export const makeCauses = recipe(Causes, { Clock }, ({ clock }) => {
  const listeners: OnError[] = [];
  return {
    report: (activity, error, subjects = []) => {
      const facts = failureFacts(activity, error, clock.now(), subjects);
      for (const onError of new Set(listeners)) onError(activity, error, facts);
      return facts.incidentId;
    },
    listen: (onError) => {
      listeners.push(onError);
      return () => {
        const place = listeners.indexOf(onError);
        if (place >= 0) listeners.splice(place, 1);
      };
    },
  };
});

/** The detail of an incident: the kind of the failure behind it, and the id to look for in the log. */
export const detailOf = (error: unknown, incidentId: string): string =>
  `${error instanceof Error ? error.name : 'unknown'}, logged as ${incidentId}`;
