import { E, type JobId, type Tenant, type TransactionId, type UserId } from '@hundi/core';
import type { Process } from '../engine/process.js';
import { statesOf, type Ledger, type LedgerEntry } from '../world/ledger.js';
import { befalls, note, strike, type World } from '../world/world.js';
import { newApprovers, type Answer, type Proved } from './approving.js';
import { inDeputyships } from './deputies.js';
import type { AllSettings } from './settings.js';
import { TENANTS } from './tenants.js';
import { CHECKERS, MAKERS } from './town.js';

/** A decision that was acknowledged to a person. */
export interface Decided {
  readonly actor: string;
  readonly action: 'approve' | 'reject';
  readonly transactionId: TransactionId;
}

/** People who decide on payouts, and the replies that they got. */
export interface Checkers {
  readonly decided: ReadonlyArray<Decided>;
  /** The second factors that they gave. */
  readonly proved: ReadonlyArray<Proved>;
  readonly decide: (process: Process) => void;
  /** Returns a function that forgets the replies from now on. */
  readonly remember: () => () => void;
}

const isWaiting = ({ state }: LedgerEntry): boolean =>
  state === 'pending_approval' || state === 'partially_approved';

/** Mostly payouts that wait; at times any, also one of the other corporate. */
const somePayouts = (
  { random }: World,
  { entries }: Ledger,
  corporate: string,
): ReadonlyArray<LedgerEntry> => {
  const { clients: dice } = random;
  const all = [...entries.values()];
  const waiting = all.filter(
    (one) => isWaiting(one) && one.order.tenant.corporateTenantId === corporate,
  );
  const from = waiting.length === 0 || dice.chance(0.1) ? all : waiting;
  const count = dice.pick([1, 1, 2, 4, 8]);
  return from.length === 0 ? [] : Array.from({ length: count }, () => dice.pick(from));
};

/** How often a person decides for whom somebody else may, or who may for another. */
const DEPUTIZED = 0.6;

/** A checker; at times a maker, who may decide on behalf of another alone. */
const someone = ({ random }: World, all: AllSettings, tenant: Tenant): string => {
  const { clients: dice } = random;
  const named = inDeputyships(all, tenant);
  if (named.length > 0 && dice.chance(DEPUTIZED)) return dice.pick(named);
  return dice.pick(dice.chance(0.9) ? CHECKERS : MAKERS);
};

/** Mostly, where there is one, a payout on which the person voted already, or one with whom they share a vote. */
const sharedVotes = (
  { random }: World,
  { entries }: Ledger,
  all: AllSettings,
  tenant: Tenant,
  person: string,
): ReadonlyArray<LedgerEntry> | undefined => {
  const named = inDeputyships(all, tenant);
  if (!named.includes(person)) return undefined;
  const voted = [...entries.values()].filter(
    (one) =>
      isWaiting(one) &&
      one.order.tenant.corporateTenantId === tenant.corporateTenantId &&
      one.approval?.approvals.some(({ userId }) => named.includes(userId)) === true,
  );
  return voted.length > 0 && random.clients.chance(DEPUTIZED)
    ? [random.clients.pick(voted)]
    : undefined;
};

export const newCheckers = (world: World, ledger: Ledger, settings: AllSettings): Checkers => {
  const decided: Decided[] = [];
  const approvers = newApprovers(world, ledger);
  const { proved } = approvers;
  const { clients: dice } = world.random;

  return {
    decided,
    proved,
    remember: () => {
      const counts = [decided.length, proved.length] as const;
      return () => {
        decided.length = counts[0];
        proved.length = counts[1];
      };
    },
    decide: (process) => {
      const tenant = dice.pick(TENANTS);
      const some = somePayouts(world, ledger, tenant.corporateTenantId);
      const actor = someone(world, settings, tenant);
      const others = sharedVotes(world, ledger, settings, tenant, actor);
      const action = dice.chance(0.9) ? 'approve' : 'reject';
      const payouts = others ?? some;
      const [first] = payouts;
      if (first === undefined) return;
      const ids = [...new Set(payouts.map(({ order }) => order.transactionId))];
      const decision = { actorUserId: actor as UserId, action } as const;
      const { jobId } = first.order;
      const whole = dice.chance(0.15);
      note(world, `${actor} ${action}s ${whole ? 'a job' : String(ids.length)} at ${process.name}`);
      const receive = (answer: Answer): void => {
        if (answer === undefined || E.isLeft(answer)) return;
        if (befalls(world, 'reply_lost')) {
          strike(world, 'reply_lost', statesOf(ledger, ids));
          return;
        }
        for (const { transactionId, result } of answer.right) {
          if (E.isRight(result)) decided.push({ actor, action, transactionId });
        }
      };
      if (action === 'approve' && world.climate.habits.has('factors')) {
        const on = whole ? { jobId: jobId as JobId } : { transactionIds: ids };
        approvers.approve(process, { tenant, actorUserId: actor as UserId, on }, receive);
        return;
      }
      process
        .ask<Answer>((engine) =>
          whole
            ? engine.decideJob(tenant, { ...decision, jobId: jobId as JobId })
            : engine.decidePayouts(tenant, { ...decision, transactionIds: ids }),
        )
        .then(receive, () => undefined);
    },
  };
};
