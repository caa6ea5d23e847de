import type { Paise, Tenant } from '@hundi/core';
import type { Corporate } from '@hundi/core/wire';
import { aTenant } from '../../kit/build/tenancy.js';

const NORTH: Tenant = aTenant('north', 'simulated-bank');
const SOUTH: Tenant = aTenant('south', 'simulated-bank');

/** The two corporates of the one bank. */
export const TENANTS: ReadonlyArray<Tenant> = [NORTH, SOUTH];

/** Under which incidents stand that concern the bank as a whole. */
export const OF_THE_BANK: Tenant = aTenant('simulated-bank', 'simulated-bank');

/** Where people propose policies: the corporate whose policy has had a number from the start. */
export const NUMBERED = NORTH;

/** The corporate that asks for a passkey for each approval, where people have factors: its policies are sealed. */
export const SEALED = SOUTH;

/** Where the corporates ask for a second factor: of any kind above a sum in paise, or always a passkey. */
export const factorPolicyOf = (tenant: Tenant): NonNullable<Corporate['secondFactor']> =>
  tenant === SEALED
    ? ({ login: 'none', approval: 'passkey' } as const)
    : ({ login: 'none', approval: 'any', aboveAmount: 15_000 as Paise } as const);
