import type { Dice } from '../crash/dice.js';
import { newRequest, type Payee } from '../crash/load.js';
import type { Asked, Requests } from '../crash/requests.js';
import type { Tally } from '../crash/tally.js';
import type { Answer, RunningService } from '../testing/running-service.js';
import type { LostCommit, VirtualAddress } from './virtual-address.js';

const FATES: ReadonlyArray<LostCommit> = ['never arrives', 'answer lost'];

const RETRIES_MAX = 100;

interface Losing {
  readonly http: RunningService;
  readonly address: VirtualAddress;
  readonly payees: ReadonlyArray<Payee>;
  readonly requests: Requests;
  readonly dice: Dice;
  readonly tally: Tally;
  /** Whose batches may share the commit. */
  readonly among: 'others' | 'nobody';
}

/** A batch is answered 202, payments 201. */
const isAccepted = (answer: Answer | undefined): answer is Answer =>
  answer?.status === 202 || answer?.status === 201;

const post = ({ http }: Losing, { path, body, headers }: Asked): Promise<Answer | undefined> =>
  http.post(path, body, headers).catch(() => undefined);

/** Asks again with the same key until the service accepts. */
const resolve = async (losing: Losing, asked: Asked): Promise<Answer | undefined> => {
  for (let tries = 0; tries < RETRIES_MAX; tries += 1) {
    const answer = await post(losing, asked);
    if (answer !== undefined) losing.requests.receive(asked, answer);
    if (isAccepted(answer)) return answer;
  }
  return undefined;
};

/**
 * A client posts a batch whose commit is lost. The same key then finds the one job that the commit made, or makes it
 * where the commit never arrived. Among others the service may have done that by itself, before it answers: a group
 * of batches that failed is taken in again one by one, each by its key.
 */
const loseOne = async (losing: Losing, key: string, how: LostCommit): Promise<void> => {
  const { address, payees, requests, dice, tally, among } = losing;
  const asked = newRequest(dice, payees, key);
  const isStruck = address.loseCommit(asked.payments[0]?.transactionReference ?? '', how);
  const first = await post(losing, asked);
  // Not before: other clients ask for what was asked for, and one of them would meet the loss.
  requests.ask(asked);
  if (first !== undefined) requests.receive(asked, first);
  if (!isStruck()) tally.lost(`${key}: its commit was not lost`);
  const isResolved = isAccepted(first);
  if (isResolved && among === 'nobody')
    tally.lost(`${key}: ${how}, and the service acknowledged it all the same`);
  const answer = await resolve(losing, asked);
  if (answer === undefined) {
    tally.lost(`${key}: ${how}, and the service never accepts it again`);
    return;
  }
  const isReplayed = answer.headers.get('idempotent-replayed') === 'true';
  if (isReplayed !== (isResolved || how === 'answer lost'))
    tally.lost(`${key}: ${how}, and the answer to its key is ${isReplayed ? 'a replay' : 'new'}`);
};

/** Loses the commits of so many batches, the one half before they happen, the other after. */
export const loseCommits = async (losing: Losing, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    const key = `LOST-AMONG-${losing.among}-${String(n)}`;
    await loseOne(losing, key, FATES[n % FATES.length] ?? 'answer lost');
  }
};
