import type { WebhookRejected } from '@hundi/core/receiver';
import type { Given, Surroundings } from '../command/command.js';
import { plain } from '../terminal/plain.js';
import type { Received } from './receive.js';
import { moment } from '../terminal/moment.js';

type Printing = Pick<Surroundings, 'out' | 'err'>;

/** The members of an event's object that tell it apart, in the order in which they are looked for. */
const NAMES = ['transactionId', 'jobId', 'sessionId', 'id'] as const;
const STATES = ['status', 'state'] as const;

const aboutOf = ({ event }: Received): string => {
  const { object } = event.data;
  const found = [NAMES, STATES].map((members) =>
    members.map((name) => object[name]).find((value) => typeof value === 'string'),
  );
  return found.filter((value) => value !== undefined).join(' ');
};

/** Prints a verified delivery with the status of its answer: the whole event the first time only. */
export const reportEvent = (
  received: Received,
  answered: number,
  { json }: Pick<Given, 'json'>,
  { out }: Printing,
): void => {
  const { webhookId, sentAt, again, event } = received;
  if (json) {
    out(JSON.stringify({ webhookId, sentAt, again, answered, ...(!again && { event }) }));
    return;
  }
  const parts = [
    moment(sentAt),
    ...(again ? ['again'] : []),
    event.type,
    webhookId,
    ...(again ? [] : [aboutOf(received)]),
    `→ ${String(answered)}`,
  ];
  out(plain(parts.filter((part) => part !== '').join(' ')));
};

/** Prints a delivery that is not to be believed. */
export const reportRejected = (
  { reason, detail }: Pick<WebhookRejected, 'detail'> & { readonly reason: string },
  { json }: Pick<Given, 'json'>,
  { out, err }: Printing,
): void => {
  if (json) out(JSON.stringify({ rejected: reason, detail }));
  else err(`rejected: ${reason} (${detail})`);
};
