import * as t from 'io-ts';
import { DebitAccountId, PackageCode, RoleCode, UserId } from '../../kernel/values/ids.js';
import { KeptEmail, Name } from '../../kernel/values/text.js';
import { record } from '../../kernel/codecs/record.js';

/** A permission of a role (decisions §1). */
export const Permission = t.keyof({
  'beneficiary.make': null,
  'beneficiary.approve': null,
  'transaction.make': null,
  'transaction.approve': null,
  'transaction.cancel_any': null,
  'settings.view': null,
  'settings.edit': null,
  'settings.approve': null,
  'reports.view': null,
  'webhooks.manage': null,
  'payment_link.make': null,
  'operations.view': null,
});
export type Permission = t.TypeOf<typeof Permission>;

/** Permissions, and the packages and debit accounts they reach. */
export const Role = t.strict({
  roleCode: RoleCode,
  permissions: t.array(Permission),
  packageCodes: t.array(PackageCode),
  debitAccountIds: t.array(DebitAccountId),
});
export type Role = t.TypeOf<typeof Role>;

/** The time (epoch ms, `until` no longer) in which somebody decides on payouts and payees on behalf of a person. */
export const Deputizing = t.strict({ userId: UserId, from: t.number, until: t.number });
export type Deputizing = t.TypeOf<typeof Deputizing>;

/** A person or a system that acts inside one corporate. */
export const User = record(
  'User',
  {
    userId: UserId,
    username: Name,
    kind: t.keyof({ human: null, service: null }),
    approvalState: t.keyof({ pending_approval: null, approved: null, rejected: null }),
    roleCodes: t.array(RoleCode),
  },
  {
    email: KeptEmail,
    /** Since when (epoch ms) and by whom they may do nothing. */
    suspended: t.strict({ at: t.number, by: UserId }),
    /** Those who named them as their deputy, times that are over included. */
    deputyFor: t.array(Deputizing),
  },
);
export type User = t.TypeOf<typeof User>;

/** Whether a user may act at all: they are approved and not suspended. */
export const isActive = ({ approvalState, suspended }: User): boolean =>
  approvalState === 'approved' && suspended === undefined;

/** A user with the roles that they hold now. */
export interface Actor {
  readonly user: User;
  readonly roles: ReadonlyArray<Role>;
}

/** The actor of a step, as transaction objects show them (§2.8). */
export const ActorRef = t.strict(
  { userId: t.string, username: t.string, role: t.string },
  'ActorRef',
);
export type ActorRef = t.TypeOf<typeof ActorRef>;
