import type { BankRail } from '@hundi/core';
import type { Config } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { loadPort, type PortHost } from './load-port.js';

const isRail = (value: unknown): value is BankRail => {
  const { traits, submit, query } = (value ?? {}) as Partial<BankRail>;
  return typeof traits === 'object' && typeof submit === 'function' && typeof query === 'function';
};

/**
 * The bank rail that an ES module's default export makes.
 *
 * @throws StartRefused when it makes none.
 */
export const loadRail = (path: string, host: PortHost): Promise<BankRail> =>
  loadPort({ variable: 'BANK_RAIL', what: 'a bank rail', fits: isRail }, path, host);

/**
 * The rail to the bank: what an ES module's default export makes, or the sandbox.
 *
 * @throws StartRefused when the module makes none, or there is neither.
 */
export const railOf = async (
  { bankRail }: Config,
  host: PortHost,
  sandbox: Sandbox | undefined,
): Promise<BankRail> => {
  if (bankRail !== undefined) return loadRail(bankRail, host);
  if (sandbox === undefined) throw new StartRefused('BANK_RAIL: must be set when SANDBOX=0');
  return sandbox.bank.rail;
};
