import type { DutyName, WorkerObserver } from '@hundi/core';
import type { Logger } from '../log/logger.js';
import type { MailCall } from '../mail/watched-mailer.js';
import type { Metrics } from './metrics.js';
import type { BankCall } from './watched-rail.js';
import type { WebhookAttempt } from './watched-sender.js';

/** Whoever is told of what happens behind the requests: counts it, and logs what went wrong. */
export interface Observers {
  readonly onBankCall: (call: BankCall) => void;
  readonly onMail: (mail: MailCall) => void;
  readonly onWebhook: (attempt: WebhookAttempt) => void;
  readonly onDutyError: (duty: DutyName | 'take-bank-reports', error: unknown) => void;
  readonly worker: WorkerObserver;
}

export const observers = (logger: Logger, metrics: Metrics): Observers => {
  const onDutyError: Observers['onDutyError'] = (duty, error) => {
    metrics.dutyError(duty);
    logger.error('background work failed', { duty, error });
  };
  return {
    onDutyError,
    worker: { onError: onDutyError, onRun: metrics.dutyRun },
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
