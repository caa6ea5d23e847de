import type { Paise, Tenant } from '@hundi/core';
import type { Corporate } from '@hundi/core/wire';
import { aTenant } from '../../kit/build/tenancy.js';

const NORTH: Tenant = aTenant('north', 'simulated-bank');

/** The two corporates of the one bank. */
export const TENANTS: ReadonlyArray<Tenant> = [NORTH, aTenant('south', 'simulated-bank')];

/** Under which incidents stand that concern the bank as a whole. */
export const OF_THE_BANK: Tenant = aTenant('simulated-bank', 'simulated-bank');

/** Where people propose policies: the corporate whose policy has had a number from the start. */
export const NUMBERED = NORTH;

/** Where the corporates ask for a second factor: of any kind above a sum in paise, or always a passkey. */
export const factorPolicyOf = (tenant: Tenant): NonNullable<Corporate['secondFactor']> =>
  tenant === NUMBERED
    ? ({ login: 'none', approval: 'any', aboveAmount: 15_000 as Paise } as const)
    : ({ login: 'none', approval: 'passkey' } as const);
