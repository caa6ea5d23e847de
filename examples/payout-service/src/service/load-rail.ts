import { pathToFileURL } from 'node:url';
import type { BankRail, Clock } from '@hundi/core';
import { StartRefused } from '../config/start-refused.js';

/** What a rail module is given. */
export interface RailHost {
  readonly clock: Clock;
}

const isRail = (value: unknown): value is BankRail => {
  const { traits, submit, query } = (value ?? {}) as Partial<BankRail>;
  return typeof traits === 'object' && typeof submit === 'function' && typeof query === 'function';
};

const made = async (path: string, host: RailHost): Promise<unknown> => {
  const module = (await import(pathToFileURL(path).href)) as { readonly default?: unknown };
  const make = module.default;
  return typeof make === 'function' ? (make as (host: RailHost) => unknown)(host) : undefined;
};

/**
 * The bank rail that an ES module's default export makes.
 *
 * @throws StartRefused when it makes none.
 */
export const loadRail = async (path: string, host: RailHost): Promise<BankRail> => {
  const rail = await made(path, host).catch((error: unknown) => {
    throw new StartRefused(`BANK_RAIL: ${path} failed: ${(error as Error).message}`);
  });
  if (!isRail(rail)) {
    throw new StartRefused(`BANK_RAIL: the default export of ${path} must make a bank rail`);
  }
  return rail;
};
