import { Misused, type Given } from './command.js';

/** Refuses options that a call like this one would ignore. @throws Misused */
export const refuseOptions = (
  { values }: Given,
  names: ReadonlyArray<string>,
  why: string,
): void => {
  const given = names.filter((name) => values[name] !== undefined);
  if (given.length > 0)
    throw new Misused(`${given.map((name) => `--${name}`).join(', ')}: ${why}; leave it out`);
};
