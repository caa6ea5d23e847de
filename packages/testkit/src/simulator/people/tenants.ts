import type { Tenant } from '@hundi/core';
import { aTenant } from '../../kit/build/tenancy.js';

const NORTH: Tenant = aTenant('north', 'simulated-bank');

/** The two corporates of the one bank. */
export const TENANTS: ReadonlyArray<Tenant> = [NORTH, aTenant('south', 'simulated-bank')];

/** Where people propose policies: the corporate whose policy has had a number from the start. */
export const NUMBERED = NORTH;
