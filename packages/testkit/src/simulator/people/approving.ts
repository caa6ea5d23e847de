import { E, type JobId, type Tenant, type TransactionId, type UserId } from '@hundi/core';
import type { DecisionResult } from '@hundi/core/wire';
import type { Process } from '../engine/process.js';
import { movedBy, type Challenge, type Ledger } from '../world/ledger.js';
import { note, type World } from '../world/world.js';
import { newDevices, type ProofName } from './factors.js';
import { factorPolicyOf } from './tenants.js';

export type Answer = E.Either<{ readonly _tag: string }, ReadonlyArray<DecisionResult>> | undefined;

/** An approval that a person wants to give. */
export interface Approval {
  readonly tenant: Tenant;
  readonly actorUserId: UserId;
  readonly on:
    | { readonly transactionIds: ReadonlyArray<TransactionId> }
    | { readonly jobId: JobId };
}

/** A try with a second factor. */
export interface Proved {
  readonly challengeId: string;
  /** `approved`, or the tag of the refusal. */
  readonly outcome: string;
  /** The code that it used up, where it did. */
  readonly once: string | undefined;
}

/** How people approve where their corporate asks for a second factor. */
export interface Approvers {
  readonly proved: Proved[];
  /** Asks for a challenge and gives a factor, mostly; `receive` hears every answer. */
  readonly approve: (
    process: Process,
    approval: Approval,
    receive: (answer: Answer) => void,
  ) => void;
}

/** `again` answers an older challenge, `other` decides on more than was asked for. */
type Way = 'right' | 'none' | 'wrong' | 'guesses' | 'other' | 'again' | 'later';

const WAYS: ReadonlyArray<readonly [number, Way]> = [
  [12, 'right'],
  [2, 'none'],
  [1, 'wrong'],
  [1, 'guesses'],
  [2, 'other'],
  [8, 'again'],
  [2, 'later'],
];

/** More than a challenge stands. */
const GUESSES = 7;

const PROOFS_OF: Readonly<Record<string, ReadonlyArray<readonly [number, ProofName]>>> = {
  any: [
    [8, 'app'],
    [6, 'passkey'],
    [4, 'recovery'],
    [2, 'forged_key'],
    [3, 'unconfirmed_app'],
  ],
  passkey: [
    [16, 'passkey'],
    [2, 'app'],
    [2, 'recovery'],
    [2, 'forged_key'],
  ],
};

const decide = (
  process: Process,
  { tenant, actorUserId, on }: Approval,
  given: object,
): Promise<Answer> =>
  process.ask<Answer>((engine) => {
    const decision = { actorUserId, action: 'approve', ...given } as const;
    return 'jobId' in on
      ? engine.decideJob(tenant, { ...decision, jobId: on.jobId })
      : engine.decidePayouts(tenant, { ...decision, transactionIds: on.transactionIds });
  });

const idsOf = ({ entries }: Ledger, { on }: Approval): ReadonlyArray<TransactionId> =>
  'transactionIds' in on
    ? on.transactionIds
    : [...entries.values()].flatMap(({ order }) =>
        order.jobId === on.jobId ? order.transactionId : [],
      );

/** What each of these payouts would move, where that is settled. */
const shownOf = ({ entries }: Ledger, ids: ReadonlySet<TransactionId>): Challenge['shown'] =>
  new Map(
    [...ids].flatMap((id) => {
      const { order, terms } = entries.get(id) ?? {};
      return order === undefined || terms === undefined ? [] : [[id, movedBy(order, terms)]];
    }),
  );

export const newApprovers = (world: World, ledger: Ledger): Approvers => {
  const proved: Proved[] = [];
  const devices = newDevices();
  const { clients: dice } = world.random;

  const prove = async (
    process: Process,
    approval: Approval,
    challenge: Challenge,
    how: ProofName,
  ) => {
    if (process.state() !== 'running') return undefined;
    const { tenant, actorUserId } = approval;
    const { digest, challengeId } = challenge;
    const { proof, once } = devices.give(how, tenant, actorUserId, digest, process.now());
    if (how === 'passkey') ledger.signed.add(digest);
    const wasUsed = ledger.used.has(digest);
    const answer = await decide(process, approval, { challengeId, ...proof });
    if (answer !== undefined) {
      const outcome = E.isRight(answer) ? 'approved' : answer.left._tag;
      // Below the sum from which the corporate asks for a factor, none is used.
      const isUsed = E.isRight(answer) && !wasUsed && ledger.used.has(digest);
      proved.push({ challengeId, outcome, once: isUsed ? once : undefined });
      note(world, `${actorUserId} gives a factor (${how}): ${outcome}`);
    }
    return answer;
  };

  const ask = async (process: Process, approval: Approval): Promise<Challenge | undefined> => {
    const { tenant, actorUserId, on } = approval;
    const answer = await process.ask((engine) =>
      engine.askApprovalFactor(tenant, { actorUserId, action: 'approve', ...on }),
    );
    if (answer === undefined || E.isLeft(answer)) return undefined;
    const { digest, challengeId } = answer.right;
    const ids = new Set(idsOf(ledger, approval));
    const challenge = { ...approval, digest, challengeId, ids, shown: shownOf(ledger, ids) };
    ledger.challenges.set(digest, challenge);
    return challenge;
  };

  /** The last challenge of the person: one that was used, where there is one. */
  const lastOf = ({ tenant, actorUserId }: Approval): Challenge | undefined => {
    const own = [...ledger.challenges.values()].filter(
      (one) => one.tenant === tenant && one.actorUserId === actorUserId,
    );
    return own.findLast(({ digest }) => ledger.used.has(digest)) ?? own.at(-1);
  };

  const approve = async (
    process: Process,
    approval: Approval,
    {
      way,
      how,
      extra,
    }: { readonly way: Way; readonly how: ProofName; readonly extra: TransactionId },
  ): Promise<Answer> => {
    if (way === 'none') return decide(process, approval, {});
    const before = way === 'again' ? lastOf(approval) : undefined;
    const challenge = before ?? (await ask(process, approval));
    if (challenge === undefined || way === 'later') return undefined;
    const { tenant, actorUserId, on } = challenge;
    const same: Approval = { tenant, actorUserId, on };
    if (way === 'guesses') {
      // One after the other: tries at once would draw their fates in another order on another storage.
      for (let guess = 1; guess < GUESSES; guess += 1)
        await prove(process, same, challenge, 'wrong');
    }
    if (way === 'guesses' || way === 'wrong') return prove(process, same, challenge, 'wrong');
    if (way !== 'other') return prove(process, same, challenge, how);
    const more = [...new Set([...challenge.ids, extra])];
    return prove(process, { ...same, on: { transactionIds: more } }, challenge, how);
  };

  return {
    proved,
    approve: (process, approval, receive) => {
      const plan = {
        way: dice.weighted(WAYS) ?? 'right',
        how: dice.weighted(PROOFS_OF[factorPolicyOf(approval.tenant).approval] ?? []) ?? 'passkey',
        extra: dice.pick([...ledger.entries.values()]).order.transactionId,
      };
      note(world, `${approval.actorUserId} approves with a factor: ${plan.way}`);
      approve(process, approval, plan).then(receive, () => undefined);
    },
  };
};
