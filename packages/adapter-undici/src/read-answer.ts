import type { SendFault, WebhookAnswer } from '@hundi/core';
import type { Dispatcher } from 'undici';
import { sendFault } from './send-fault.js';

/** How much of an answer is read before its connection is closed. */
export const ANSWER_MAX = 64 * 1024;
const KEPT_MAX = 1024;

/** One exchange: the handler for the client's events, and how to end it early. */
export interface Exchange {
  readonly handler: Dispatcher.DispatchHandler;
  readonly giveUp: (fault: SendFault) => void;
}

const headerOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0];

/** Reads an answer as far as it counts, and passes it on once. */
export const readAnswer = (onAnswer: (answer: WebhookAnswer) => void): Exchange => {
  let controller: Dispatcher.DispatchController | undefined;
  let isAnswered = false;
  let status = 0;
  let retryAfter: string | undefined;
  let length = 0;
  const kept: Buffer[] = [];

  const answerOnce = (answer: WebhookAnswer): void => {
    if (isAnswered) return;
    isAnswered = true;
    onAnswer(answer);
  };
  const answered = (): void =>
    answerOnce({
      kind: 'answered',
      status,
      text: Buffer.concat(kept).subarray(0, KEPT_MAX).toString('utf8'),
      ...(retryAfter !== undefined && { retryAfter }),
    });
  const close = (): void => controller?.abort(new Error('the rest is not needed'));

  return {
    giveUp: (fault) => {
      answerOnce({ kind: 'unanswered', fault });
      close();
    },
    handler: {
      onRequestStart: (started) => {
        controller = started;
        if (isAnswered) close();
      },
      // Called for each informational answer too; the last one counts.
      onResponseStart: (_, statusCode, headers) => {
        status = statusCode;
        retryAfter = headerOf(headers['retry-after']);
      },
      onResponseData: (_, chunk) => {
        if (length < KEPT_MAX) kept.push(chunk);
        length += chunk.length;
        if (length < ANSWER_MAX) return;
        answered();
        close();
      },
      onResponseEnd: answered,
      onResponseError: (_, error) => answerOnce({ kind: 'unanswered', fault: sendFault(error) }),
    },
  };
};
