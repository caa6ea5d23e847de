import type { Tenant } from '@hundi/core';
import { aTenant } from '../../kit/build/tenancy.js';

/** The two corporates of the one bank. */
export const TENANTS: ReadonlyArray<Tenant> = [
  aTenant('north', 'simulated-bank'),
  aTenant('south', 'simulated-bank'),
];
