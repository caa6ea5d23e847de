import type { OnError, Subject, WorkerObserver } from '@hundi/core';
import type { Logger } from '../log/logger.js';
import type { MailCall } from '../mail/watched-mailer.js';
import type { Metrics } from './metrics.js';
import type { BankCall } from './watched-rail.js';
import type { WebhookAttempt } from './watched-sender.js';

/** Observers of what happens behind the requests: they count it and log what went wrong. */
export interface Observers {
  readonly onBankCall: (call: BankCall) => void;
  readonly onMail: (mail: MailCall) => void;
  readonly onWebhook: (attempt: WebhookAttempt) => void;
  readonly onFailure: OnError;
  readonly worker: WorkerObserver;
}

export const observers = (logger: Logger, metrics: Metrics): Observers => {
  const onFailure: OnError = (duty, error, { subjects, ...facts }) => {
    metrics.dutyError(duty);
    logger.error('background work failed', {
      duty,
      ...facts,
      error,
      ...subjectsLogged(subjects),
    });
  };
  return {
    onFailure,
    worker: { onError: onFailure, onRun: metrics.dutyRun },
    onWebhook: metrics.webhook,
    onMail: (mail) => {
      metrics.mail(mail);
      if (mail.outcome === 'failed') logger.warn('mail not sent', { ...mail });
    },
    onBankCall: (call) => {
      metrics.bankCall(call);
      if (call.outcome === 'failed') logger.warn('bank call failed', { ...call });
    },
  };
};

/** What a log line says of the subjects of a failure. */
export const subjectsLogged = (subjects: ReadonlyArray<Subject>) => ({
  subjects: subjects.map(({ subjectId }) => subjectId),
  subjectCount: subjects.length,
  corporates: [...new Set(subjects.flatMap(corporateOf))],
});

const corporateOf = ({ tenant }: Subject): ReadonlyArray<string> =>
  tenant === undefined ? [] : [`${tenant.bankTenantId}/${tenant.corporateTenantId}`];
