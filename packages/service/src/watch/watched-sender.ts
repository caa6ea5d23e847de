import type { UndiciSender } from '@hundi/adapter-undici';
import type { WebhookAnswer } from '@hundi/core';

/** One attempt to deliver a webhook, without anything of its event or its receiver. */
export interface WebhookAttempt {
  /** The class of what was answered (`2xx`), or why nothing was. */
  readonly outcome: string;
  readonly durationMs: number;
}

const outcomeOf = (answer: WebhookAnswer): string =>
  answer.kind === 'answered' ? `${String(Math.floor(answer.status / 100))}xx` : answer.fault;

/** The same sender; `onAttempt` is called once per attempt. */
export const watchedSender = (
  sender: UndiciSender,
  onAttempt: (attempt: WebhookAttempt) => void,
): UndiciSender => ({
  ...sender,
  send: async (message) => {
    const startedAt = performance.now();
    const answer = await sender.send(message);
    onAttempt({ outcome: outcomeOf(answer), durationMs: performance.now() - startedAt });
    return answer;
  },
});
