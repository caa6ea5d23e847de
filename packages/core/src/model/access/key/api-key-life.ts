import { DAY, type EpochMs } from '../../../kernel/values/time.js';

/** The default lifetime of a key (decisions §3). */
export const KEY_LIFE_DAYS = 365;

/** How long a key stays good after it was rotated (decisions §3). */
const OVERLAP = DAY;

/** Live keys of one name: a key, and the one that takes its place. */
const LIVE_MAX = 2;

/** As much of a key as its life depends on. */
export interface Mortal {
  readonly name: string;
  readonly expiresAt: EpochMs;
  readonly revokedAt?: EpochMs;
  /** Since when the user it acts as is suspended. */
  readonly suspendedAt?: EpochMs;
}

/** Whether a key opens anything now. */
export const opens = (key: Mortal, now: EpochMs): boolean =>
  isLive(key, now) && key.suspendedAt === undefined;

/** Whether a key is not over: the moment of expiry is too late. One that is suspended comes back. */
export const isLive = (key: Mortal, now: EpochMs): boolean =>
  key.revokedAt === undefined && now < key.expiresAt;

/** Whether another key of that name may be made now. */
export const hasRoom = (keys: ReadonlyArray<Mortal>, name: string, now: EpochMs): boolean =>
  keys.filter((key) => key.name === name && isLive(key, now)).length < LIVE_MAX;

/** Live keys of one kind that a corporate may make; each may be rotated besides. */
export const LIVE_OF_CORPORATE_MAX = 100;

/** Whether a new key of that name may be made now, beside all that the corporate has. */
export const mayAdd = (keys: ReadonlyArray<Mortal>, name: string, now: EpochMs): boolean =>
  hasRoom(keys, name, now) && keys.filter((key) => isLive(key, now)).length < LIVE_OF_CORPORATE_MAX;

/** A key whose life begins now: one that waited for a second person lives as long as one that did not. */
export const restamped = <K extends { readonly createdAt: EpochMs; readonly expiresAt: EpochMs }>(
  key: K,
  at: EpochMs,
): K => ({ ...key, createdAt: at, expiresAt: key.expiresAt + at - key.createdAt });

/** When a key ends that is rotated now: soon, and never later than it would have. */
export const retiresAt = ({ expiresAt }: Mortal, now: EpochMs): EpochMs =>
  Math.min(expiresAt, now + OVERLAP);
