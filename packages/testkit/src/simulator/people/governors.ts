import type { Process } from '../engine/process.js';
import { note, type World } from '../world/world.js';
import { settingsOf, type AllSettings } from './settings.js';
import { NUMBERED, SEALED, TENANTS } from './tenants.js';
import { POLICIES } from '../world/policy.js';
import { matrixOf } from './town.js';

/** A policy that a person proposed, and who approved it. */
export interface Proposal {
  readonly by: string;
  readonly approvedBy?: string;
  readonly isOver: boolean;
}

/** Two administrators, and one who may neither propose nor approve. */
const GOVERNORS = ['u-admin', 'u-admin', 'u-admin', 'u-head', 'u-head', 'u-head', 'u-checker'];

/** How often people propose while a policy waits, or decide on one that does not wait any more. */
const OUT_OF_TURN = 0.15;

/** A person proposes an approval policy, or decides on one that somebody proposed. */
export const govern = (world: World, process: Process, all: AllSettings): void => {
  const { clients: dice } = world.random;
  const often = world.climate.habits.has('factors') ? SEALED : NUMBERED;
  const tenant = dice.chance(0.8) ? often : dice.pick(TENANTS);
  const actorUserId = dice.pick(GOVERNORS);
  const acting = { actorUserId, givenFactor: 'passkey' } as const;
  const settings = settingsOf(all, tenant);
  const proposals = [...settings.proposals];
  const waiting = proposals.filter(([, { isOver }]) => !isOver);
  if (proposals.length === 0 || (waiting.length === 0) !== dice.chance(OUT_OF_TURN)) {
    const policy = dice.chance(0.1) ? settings.policy : dice.pick(POLICIES);
    note(world, `${actorUserId} proposes the ${policy} policy`);
    const approvalMatrix = matrixOf(policy);
    process
      .ask((engine) => engine.putApprovalPolicy(tenant, { ...acting, approvalMatrix }))
      .catch(() => undefined);
    return;
  }
  const [changeId] = waiting.at(-1) ?? dice.pick(proposals);
  const action = dice.chance(0.9) ? 'approve' : 'reject';
  note(world, `${actorUserId} ${action}s a policy`);
  process
    .ask((engine) => engine.decideSettingsChange(tenant, { ...acting, changeId, action }))
    .catch(() => undefined);
};
