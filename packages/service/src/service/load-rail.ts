import type { BankRail } from '@hundi/core';
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
