import type * as t from 'io-ts';
import type { Sealing } from '../authority/sealed-policies.js';
import type { RecordChanges } from '../writer/changes.js';
import type { E } from '../../kernel/fp.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import type { Permission } from '../../model/tenancy/user.js';
import type { SettingsChangeName } from '../../model/settings/change/settings-change.js';

/** The person who makes a change, its moment, and the person who approved it, if it waited for approval. */
export interface Making {
  readonly by: UserId;
  readonly at: EpochMs;
  readonly approval?: { readonly settingsChangeId: string; readonly approvedBy: UserId };
  /** For what carries a seal of authority: a passkey, a policy. */
  readonly sealing?: Sealing;
}

/** The values that the journal stores of the approval, beside the change itself. */
export const approvalOf = ({ approval }: Making): JsonObject => ({ ...approval });

/**
 * A kind of change that waits for a second person where the corporate asks for one. To add one: name it in
 * `SettingsChangeName`, write its kind beside the feature that it changes, list it in `change-kinds.ts`, and make its
 * use case by `proposal`. `F` is what a check finds that the making needs.
 */
export interface SettingsChangeKind<P, L, F = null> {
  readonly name: SettingsChangeName;
  /**
   * It says who may approve payouts, or by what. Who approves it gives a second factor as approvals need it (`as_approvals`),
   * or any, if they have one (`if_held`).
   */
  readonly needsFactor?: 'as_approvals' | 'if_held';
  /** Any of them lets a person propose it, and is looked at again at the approval. */
  readonly permissions: ReadonlyArray<Permission>;
  /** How it is kept while it waits: secrets only as digests or sealed. */
  readonly payload: t.Type<P, unknown>;
  /** The part of the change that people see: no secret. */
  readonly details: (payload: P) => JsonObject;
  /** The person whose own affairs it changes, where it does: they are mailed of each step, whatever they may do. */
  readonly concerns?: (payload: P) => UserId;
  /**
   * Whether it can be made at this moment: asked when it is proposed, and again before it is made, then with who
   * approves it.
   */
  readonly check: (
    stores: Stores,
    tenant: Tenant,
    payload: P,
    asked: { readonly at: EpochMs; readonly approvedBy?: UserId | undefined },
  ) => Promise<E.Either<L, F>>;
  /** Whether what waits with it is still what was proposed, where something does. */
  readonly isStill?: (payload: P, found: F) => boolean;
  /** What it changes, in the unit of the approval; the moment of the making counts, not that of the proposal. */
  readonly make: (tenant: Tenant, payload: P, making: Making, found: F) => RecordChanges;
  /** What undoes what waits with it, where something does, once it is rejected. */
  readonly reject?: (tenant: Tenant, payload: P, making: Making, found: F) => RecordChanges;
}

/** A kind that waits for a second person whatever the corporate asks for: its use case only proposes it. */
export type WaitingKind<P> = Pick<
  SettingsChangeKind<P, unknown, unknown>,
  'name' | 'permissions' | 'payload' | 'details' | 'concerns'
> & { readonly waits: 'always' };

/** Makes a kind one that always waits. */
export const waitsAlways = <P, L, F>(
  kind: SettingsChangeKind<P, L, F>,
): SettingsChangeKind<P, L, F> & WaitingKind<P> => ({ ...kind, waits: 'always' });
