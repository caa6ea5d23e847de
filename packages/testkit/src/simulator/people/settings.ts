import type { Tenant } from '@hundi/core';
import type { Deputyship } from './deputies.js';
import type { Proposal } from './governors.js';
import type { Climate } from '../world/world.js';
import { NUMBERED, SEALED, TENANTS } from './tenants.js';
import {
  CHECKERS,
  MAKERS,
  PACKAGES,
  policyAtFirst,
  ROLES_OF,
  type PackageName,
  type Person,
} from './town.js';
import type { Policy } from '../world/policy.js';

interface Standing {
  approved: boolean;
  roles: ReadonlyArray<string>;
}

/** The settings of a corporate in this world; the engine's records are written from them. */
export interface Settings {
  readonly people: Map<string, Standing>;
  readonly active: Map<PackageName, boolean>;
  /** Whom people have named as their deputy, the last time. */
  readonly deputies: Map<string, Deputyship>;
  policy: Policy;
  /** The number of the policy, once it has one. */
  version: number | undefined;
  /** The version of the seal of its policies; 0 where they have none. */
  sealed: number;
  /** The policy for which an operator of the bank vouched, after a restored backup had brought back an older one. */
  vouched: Policy | undefined;
  /** The policies that people have proposed, by the change that waits. */
  readonly proposals: Map<string, Proposal>;
}

/** The settings of every corporate, by its name. */
export type AllSettings = ReadonlyMap<string, Settings>;

export const firstSettings = (habits: Climate['habits']): AllSettings =>
  new Map(
    TENANTS.map((tenant) => [
      tenant.corporateTenantId,
      {
        people: new Map(
          (Object.keys(ROLES_OF) as Person[]).map((person) => [
            person,
            { approved: person !== 'u-new', roles: ROLES_OF[person] },
          ]),
        ),
        active: new Map(PACKAGES.map((code) => [code, true])),
        deputies: new Map(),
        policy: policyAtFirst(habits),
        version: habits.has('policies') && tenant === NUMBERED ? 1 : undefined,
        sealed: habits.has('factors') && tenant === SEALED ? 1 : 0,
        vouched: undefined,
        proposals: new Map(),
      },
    ]),
  );

/** Returns a function that restores the current settings. */
export const rememberSettings = (all: AllSettings): (() => void) => {
  const kept = [...all.values()].map((settings) => ({
    settings,
    people: [...settings.people].map(([person, standing]) => [person, { ...standing }] as const),
    active: [...settings.active],
    deputies: [...settings.deputies],
    policy: settings.policy,
    version: settings.version,
    sealed: settings.sealed,
    proposals: [...settings.proposals],
  }));
  return () => {
    for (const { settings, people, active, deputies, policy, version, sealed, proposals } of kept) {
      for (const [person, standing] of people) settings.people.set(person, { ...standing });
      for (const [code, isActive] of active) settings.active.set(code, isActive);
      settings.deputies.clear();
      for (const [principal, named] of deputies) settings.deputies.set(principal, named);
      settings.policy = policy;
      settings.version = version;
      settings.sealed = sealed;
      settings.proposals.clear();
      for (const [id, proposal] of proposals) settings.proposals.set(id, proposal);
    }
  };
};

export const settingsOf = (all: AllSettings, { corporateTenantId }: Tenant): Settings => {
  const found = all.get(corporateTenantId);
  if (found === undefined) throw new Error('a corporate that is not in this world');
  return found;
};

const MAKING: ReadonlySet<string> = new Set(['maker']);
const APPROVING: ReadonlySet<string> = new Set(['checker', 'head']);

const GOVERNING: ReadonlySet<string> = new Set(['admin', 'head']);

const holds = (settings: Settings, person: string, roles: ReadonlySet<string>): boolean => {
  const standing = settings.people.get(person);
  return standing?.approved === true && standing.roles.some((role) => roles.has(role));
};

export const mayMake = (settings: Settings, person: string): boolean =>
  holds(settings, person, MAKING);

export const mayApprove = (settings: Settings, person: string): boolean =>
  holds(settings, person, APPROVING);

/** Whether a person may propose and approve settings. */
export const mayGovern = (settings: Settings, person: string): boolean =>
  holds(settings, person, GOVERNING);

/** The people whose standing changes while a history runs. */
export const MOVABLE: ReadonlyArray<Person> = [...new Set<Person>([...CHECKERS, ...MAKERS])].filter(
  (person) => person !== 'u-maker' && person !== 'u-checker',
);
