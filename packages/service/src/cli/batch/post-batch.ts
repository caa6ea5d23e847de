import { E, type BatchRequest } from '@hundi/core';
import { AcceptedBatch } from '@hundi/core/wire';
import { Failed, type Surroundings } from '../command/command.js';
import { callOnce, type Answer } from '../remote/call.js';
import { decoded } from '../remote/decoded.js';
import type { Partner } from '../remote/partner.js';
import { callPatiently, waitFor } from '../remote/patience.js';
import { problemTypeOf, refusalIn } from '../remote/refused.js';

/** How often it is sent before a person is asked: each time under the same key, so once in effect. */
const TRIES = 5;

/** An accepted batch; `replayed`: it was accepted before, and nothing was submitted now. */
export interface Submitted {
  readonly batch: AcceptedBatch;
  readonly replayed: boolean;
}

const SERVER_FAULT = 500;

const againSafely = (key: string): string =>
  `The batch may have been accepted or not. Repeating is safe: the same command with --idempotency-key ${key} submits it at most once`;

const explained = (answer: Answer, key: string): string => {
  const said = refusalIn(answer);
  return problemTypeOf(answer) === 'idempotency_key_already_used_error'
    ? `${said}. Another batch was submitted under ${key}: give another --idempotency-key, or leave it out`
    : said;
};

/** Nobody knows whether the batch was accepted. */
export class Undecided extends Failed {
  constructor(
    reason: string,
    readonly idempotencyKey: string,
  ) {
    super(`${reason}. ${againSafely(idempotencyKey)}`);
  }
}

/** Posts a batch under an idempotency key (§4.5). @throws Failed, Undecided */
export const postBatch = async (
  { url, key }: Partner,
  request: BatchRequest,
  idempotencyKey: string,
  { stop }: Pick<Surroundings, 'stop'>,
): Promise<Submitted> => {
  const body = JSON.stringify(request);
  const headers = { 'x-api-key': key, 'idempotency-key': idempotencyKey };
  const at = `${url}/v1/partner/payments/batches`;
  const called = await callPatiently(
    () => callOnce({ method: 'POST', url: at, headers, body }, stop),
    { tries: TRIES, wait: waitFor(stop), stop },
  );
  if (E.isLeft(called))
    throw new Undecided(`no answer from ${url}: ${called.left.reason}`, idempotencyKey);
  const answer = called.right;
  if (answer.status >= SERVER_FAULT) throw new Undecided(refusalIn(answer), idempotencyKey);
  if (answer.status < 200 || answer.status > 299)
    throw new Failed(explained(answer, idempotencyKey));
  return {
    batch: decoded(AcceptedBatch, answer),
    replayed: answer.headers.get('idempotent-replayed') === 'true',
  };
};
