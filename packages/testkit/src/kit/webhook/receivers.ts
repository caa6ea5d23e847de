import type { Clock, EpochMs, WebhookAnswer, WebhookMessage, WebhookSender } from '@hundi/core';

/** A receiver's behaviour for an attempt that reaches it; attempts are numbered from 1. */
export type ReceiverBehaviour = (
  message: WebhookMessage,
  attempt: number,
) => WebhookAnswer | Promise<WebhookAnswer>;

const answers = (status: number, text = '', retryAfter?: string): ReceiverBehaviour => {
  const answer: WebhookAnswer = {
    kind: 'answered',
    status,
    text,
    ...(retryAfter !== undefined && { retryAfter }),
  };
  return () => answer;
};

/** Kinds of receivers. `lying` says that it took an event, and forgets it. */
export const behaviours = {
  healthy: answers(204),
  lying: answers(200, 'thanks'),
  failing: answers(500, 'internal error'),
  redirecting: answers(302),
  gone: answers(410),
  /** Asks for an hour. */
  busy: answers(503, 'later', '3600'),
  dead: (): WebhookAnswer => ({ kind: 'unanswered', fault: 'connection_failed' }),
  slow: (): WebhookAnswer => ({ kind: 'unanswered', fault: 'timed_out' }),
} satisfies Readonly<Record<string, ReceiverBehaviour>>;

/** One attempt as it reached a receiver. */
export interface ReceivedWebhook extends WebhookMessage {
  readonly at: EpochMs;
  readonly answer: WebhookAnswer;
}

/** Receivers of webhooks with configured behaviour, in place of a network. */
export interface Receivers extends WebhookSender {
  /** Lets the receiver at that URL behave so from now on; by default it is healthy. */
  readonly behave: (url: string, behaviour: ReceiverBehaviour) => void;
  /** Resolves once that URL has answered so many attempts. */
  readonly reached: (url: string, attempts: number) => Promise<void>;
  /** The attempts that reached that URL, in order. */
  readonly received: (url: string) => ReadonlyArray<ReceivedWebhook>;
}

/** Takes any https URL for public, and http on this machine as a sandbox does. */
const objectionTo = (url: string): string | undefined =>
  /^(https:\/\/([a-z0-9-]+\.)+[a-z]+|http:\/\/127\.0\.0\.1(:\d+)?)(\/|$)/i.test(url)
    ? undefined
    : 'expected an https URL';

export const receivers = (clock: Clock): Receivers => {
  const behaviourOf = new Map<string, ReceiverBehaviour>();
  const reached = new Map<string, ReceivedWebhook[]>();
  const attempts = new Map<string, number>();
  const watching = new Set<() => void>();

  return {
    objection: async (url) => objectionTo(url),
    behave: (url, behaviour) => {
      behaviourOf.set(url, behaviour);
    },
    reached: (url, count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if ((reached.get(url)?.length ?? 0) < count) return;
          watching.delete(look);
          resolve();
        };
        watching.add(look);
        look();
      }),
    received: (url) => reached.get(url) ?? [],
    send: async (message) => {
      const { url, headers } = message;
      const name = `${url} ${headers['webhook-id']}`;
      const attempt = (attempts.get(name) ?? 0) + 1;
      attempts.set(name, attempt);
      const at = clock.now();
      const answer = await (behaviourOf.get(url) ?? behaviours.healthy)(message, attempt);
      const all = reached.get(url) ?? [];
      reached.set(url, all);
      all.push({ ...message, at, answer });
      for (const look of [...watching]) look();
      return answer;
    },
  };
};
