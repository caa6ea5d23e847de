import { uptime } from 'node:os';

/** What a machine knows of time, in ms. */
export interface MachineTime {
  /** Goes on steadily, but not while the machine is suspended. */
  readonly awake: () => number;
  /** Shows the time of day, and can be set. */
  readonly wall: () => number;
  /** Since the machine was started, suspended or not; roughly. */
  readonly up: () => number;
}

const THIS_MACHINE: MachineTime = {
  awake: () => performance.now(),
  wall: () => Date.now(),
  up: () => uptime() * 1_000,
};

/** How far the time of day may move against the steady one before the machine is asked whether it was suspended. */
const SUSPICIOUS_MS = 1_000;

/** Shorter sleeps are lost in the roughness of what is known of them. */
const SLEEP_MIN_MS = 500;

/**
 * A clock that nobody sets and that goes on while the machine is suspended, in ms since some moment: a process that slept
 * past its lease must notice.
 */
export const steadyClock = ({ awake, wall, up }: MachineTime = THIS_MACHINE): (() => number) => {
  const upAtFirst = up() - awake();
  let apart = wall() - awake();
  let slept = 0;
  return () => {
    const now = awake();
    const apartNow = wall() - now;
    if (Math.abs(apartNow - apart) > SUSPICIOUS_MS) {
      apart = apartNow;
      const sleptNow = up() - now - upAtFirst;
      if (sleptNow - slept > SLEEP_MIN_MS) slept = sleptNow;
    }
    return now + slept;
  };
};
