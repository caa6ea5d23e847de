import type { EpochMs, Tenant } from '@hundi/core';
import type { Process } from '../engine/process.js';
import { note, type World } from '../world/world.js';
import { mayApprove, settingsOf, type AllSettings, type Settings } from './settings.js';
import { TENANTS } from './tenants.js';
import { ADMINISTRATOR, CHECKERS, MAKERS } from './town.js';

/** The time (epoch ms, `until` no longer) in which a person decides on behalf of the one who named them. */
export interface Deputyship {
  readonly deputy: string;
  readonly from: EpochMs;
  readonly until: EpochMs;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** For how long people name deputies. The last is too long. */
const TIMES = [MINUTE, 20 * MINUTE, HOUR, HOUR, DAY, 30 * DAY, 100 * DAY];

const OFTEN_ENDED = 0.15;

/** A checker names a deputy or ends what they began; at times a maker tries. */
export const changeDeputy = (world: World, process: Process): void => {
  const { clients: dice } = world.random;
  const tenant = dice.pick(TENANTS);
  const actorUserId = dice.pick(dice.chance(0.9) ? CHECKERS : MAKERS);
  const deputyUserId = dice.pick([...CHECKERS, ...MAKERS, ADMINISTRATOR, 'u-new']);
  const from = world.now + dice.pick([0, 0, 0, 10 * MINUTE]);
  const until = from + dice.pick(TIMES);
  const ends = dice.chance(OFTEN_ENDED);
  note(world, `${actorUserId} ${ends ? 'ends a deputy' : `names ${deputyUserId}`}`);
  process
    .ask<unknown>((engine) =>
      ends
        ? engine.endDeputy(tenant, { actorUserId })
        : engine.nameDeputy(tenant, {
            actorUserId,
            deputyUserId,
            from,
            until,
            givenFactor: 'passkey',
          }),
    )
    .catch(() => undefined);
};

const isAt = ({ from, until }: Deputyship, now: EpochMs): boolean => from <= now && now < until;

/** Whether a person may decide on behalf of another at a moment. */
export const actsFor = (
  settings: Settings,
  deputy: string,
  principal: string,
  now: EpochMs,
): boolean => {
  const named = settings.deputies.get(principal);
  return (
    named?.deputy === deputy &&
    isAt(named, now) &&
    settings.people.get(deputy)?.approved === true &&
    mayApprove(settings, principal)
  );
};

/** The people who are in a deputyship of the corporate, over or not, on either side. */
export const inDeputyships = (all: AllSettings, tenant: Tenant): ReadonlyArray<string> =>
  [...settingsOf(all, tenant).deputies].flatMap(([principal, { deputy }]) => [principal, deputy]);
