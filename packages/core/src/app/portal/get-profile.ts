import { decides, withPrincipals } from '../rights/deputized.js';
import { E } from '../../kernel/fp.js';
import { recipe, token } from '../../kernel/token.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { maySeePayouts } from '../../model/payout/seen-by.js';
import { Clock } from '../../ports/clock.js';
import { Storage, type Stores } from '../../storage/storage.js';
import type { Permission } from '../../model/tenancy/user.js';
import type { Person } from '../../model/portal/session/person.js';
import { permissionsOf } from './portal-person.js';
import { InvalidSession } from '../../model/portal/session/login-errors.js';
import { IDLE_LIFE } from '../../model/portal/session/portal-session.js';

/** A person as pages greet them, and what their roles let them do now. Times in epoch ms. */
export interface Profile {
  readonly username: string;
  /** Where their codes are mailed to. */
  readonly email?: string;
  readonly corporateName: string;
  readonly permissions: ReadonlyArray<Permission>;
  /** Whether they decide on payouts, in roles of their own or as a deputy. */
  readonly decides: boolean;
  /** Whether they may look at payouts. */
  readonly seesPayouts: boolean;
  /** Whether they decide on payees, in roles of their own or as a deputy. */
  readonly decidesOnPayees: boolean;
  /** The zone of the bank, by which its days go. */
  readonly timeZone: string;
  readonly now: EpochMs;
  /** When the session ends if nothing more is done in it. */
  readonly idleUntil: EpochMs;
  /** When it would end if they used it now. */
  readonly stayUntil: EpochMs;
  readonly expiresAt: EpochMs;
}

/** Reads who a person is; refused for one who was removed while the request was under way. */
export type GetProfile = (person: Person) => Promise<E.Either<InvalidSession, Profile>>;
export const GetProfile = token<GetProfile>('GetProfile');

export const makeGetProfile = recipe(
  GetProfile,
  { Storage, Clock },
  ({ storage, clock }) =>
    async ({ tenant, userId, idleUntil, expiresAt }) => {
      const now = clock.now();
      // Every page waits for these.
      const [rights, corporate, bank] = await Promise.all([
        storage.read((stores) => rightsOf(stores, tenant, userId, now)),
        storage.read(({ tenancy }) => tenancy.corporate(tenant)),
        storage.read(({ tenancy }) => tenancy.bank(tenant)),
      ]);
      if (rights === undefined || corporate === undefined || bank === undefined)
        return E.left(InvalidSession());
      return E.right({
        corporateName: corporate.name,
        timeZone: bank.timeZone,
        now,
        idleUntil,
        stayUntil: Math.min(now + IDLE_LIFE, expiresAt),
        expiresAt,
        ...rights,
      });
    },
);

/** What a person's roles let them do; undefined for one who was removed. */
const rightsOf = async (stores: Stores, tenant: Tenant, userId: UserId, now: EpochMs) => {
  const [actor] = await stores.tenancy.actors(tenant, [userId]);
  if (actor === undefined) return undefined;
  const { username, email } = actor.user;
  const decidesBy = async (permission: Permission) =>
    decides(await withPrincipals(stores, tenant, { actor, permission }, now), permission);
  return {
    username,
    ...(email !== undefined && { email }),
    permissions: permissionsOf(actor),
    decides: await decidesBy('transaction.approve'),
    seesPayouts: maySeePayouts(actor),
    decidesOnPayees: await decidesBy('beneficiary.approve'),
  };
};
