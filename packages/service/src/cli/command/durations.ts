import { Misused, textOf, type Given } from './command.js';

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d{1,6})([smhd])$/;

/** A time in ms that an option gives, as `90s`, `30m`, `2h` or `7d`; undefined if it was not given. @throws Misused */
export const durationOf = (given: Given, name: string): number | undefined => {
  const text = textOf(given, name);
  if (text === undefined) return undefined;
  const [, count, unit] = DURATION.exec(text) ?? [];
  if (count === undefined) throw new Misused(`--${name}: expected a time, as 90s, 30m, 2h or 7d`);
  return Number(count) * UNITS[unit as keyof typeof UNITS];
};

/** A time as people say it, by its two largest units: `3d 4h`. */
export const spoken = (ms: number): string => {
  const units = (['d', 'h', 'm', 's'] as const).map((unit) => [unit, UNITS[unit]] as const);
  let rest = Math.max(ms, 0);
  const parts: string[] = [];
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || parts.length > 0) parts.push(`${String(count)}${unit}`);
  }
  return parts.slice(0, 2).join(' ') || '0s';
};
