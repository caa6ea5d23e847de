import type { PersonFactors } from '../model/factor/held/factor.js';
import type { UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';

/** The second factors of people: one record a person. */
export interface FactorStore {
  readonly find: (tenant: Tenant, userId: UserId) => Promise<PersonFactors | undefined>;
  /** The same, which no other unit of work then holds or overwrites before this one ends: for what many requests write at once. */
  readonly hold: (tenant: Tenant, userId: UserId) => Promise<PersonFactors | undefined>;
  /** Those of these people who have any, in no order. Set-based: a list asks for all of its people. */
  readonly findMany: (
    tenant: Tenant,
    userIds: ReadonlyArray<UserId>,
  ) => Promise<ReadonlyArray<PersonFactors>>;
  /** By the record's id, before the person is known. */
  readonly byId: (id: string) => Promise<PersonFactors | undefined>;
  /**
   * Writes the next revision, 1 for a new record. One that does not follow the stored one undoes the unit, which is then
   * run again: of two that use one code, or count one guess, the second sees what the first wrote.
   */
  readonly put: (next: PersonFactors) => Promise<void>;
}
