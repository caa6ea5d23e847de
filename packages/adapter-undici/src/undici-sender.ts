import type { WebhookAnswer, WebhookMessage, WebhookSender } from '@hundi/core';
import type { AddressRule } from './address-rule.js';
import { checkUrl, hostOf } from './check-url.js';
import { allowedAddresses } from './checked-lookup.js';
import type { Connections } from './connections.js';
import { patience, type Patience, type Waits } from './patience.js';
import { readAnswer } from './read-answer.js';
import type { Resolve } from './resolve.js';

/** A sender that a host closes when it stops. */
export interface UndiciSender extends WebhookSender {
  /** Finishes what is under way and closes every connection. */
  readonly close: () => Promise<void>;
  /**
   * Runs work during which no attempt, one under way included, takes longer than 2 s, and none to an endpoint that
   * has used up that time takes longer than 250 ms until it answers: for a sandbox whose clock is moved.
   */
  readonly hurried: <A>(work: () => Promise<A>) => Promise<A>;
}

const USER_AGENT = 'Hundi-Webhooks/1';

/** How webhooks are sent: where to, by which resolver, and how long one attempt may take in all. */
export const senderOver = (rule: AddressRule, resolve: Resolve, waits: Waits): UndiciSender => {
  // undici is loaded with the first webhook: a process that sends none starts without it.
  let kept: Promise<Connections> | undefined;
  const open = async (): Promise<Connections> => {
    const { connections } = await import('./connections.js');
    return connections(resolve, rule, waits.usual);
  };
  const { begin, hurried } = patience(waits);
  return {
    objection: async (url) =>
      checkUrl(url, rule) ?? (await objectionTo(new URL(url), resolve, rule)),
    send: async (message) =>
      checkUrl(message.url, rule) === undefined
        ? attempt(await (kept ??= open()), message, begin)
        : { kind: 'unanswered', fault: 'address_refused' },
    close: async () => {
      // Connections that never opened need no closing; the webhook that asked for them has reported the cause.
      await (await kept?.catch(() => undefined))?.close();
    },
    hurried,
  };
};

const objectionTo = async (
  url: URL,
  resolve: Resolve,
  rule: AddressRule,
): Promise<string | undefined> => {
  try {
    await allowedAddresses(hostOf(url), resolve, rule);
    return undefined;
  } catch {
    // Not distinguished: whether a name exists in the network here must not leak.
    return 'expected a host name with public addresses';
  }
};

const attempt = (
  { of }: Connections,
  { endpointId, url, headers, body }: WebhookMessage,
  begin: Patience['begin'],
): Promise<WebhookAnswer> =>
  new Promise((resolve) => {
    const { origin, pathname, search } = new URL(url);
    const { handler, giveUp } = readAnswer((answer) => {
      inTime();
      resolve(answer);
    });
    const inTime = begin(endpointId, () => giveUp('timed_out'));
    of(endpointId, origin).dispatch(
      {
        method: 'POST',
        path: pathname + search,
        headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT, ...headers },
        body: body,
      },
      handler,
    );
  });
