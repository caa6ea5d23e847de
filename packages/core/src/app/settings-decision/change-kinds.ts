import {
  createApiKeyChange,
  createSecretKeyChange,
  rotateApiKeyChange,
  rotateSecretKeyChange,
} from '../access/manage-keys/key-changes.js';
import { putApprovalPolicyChange } from '../approval/policy/approval-policy-change.js';
import type { RecordChanges } from '../writer/changes.js';
import { putCheckoutSettingsChange } from '../collection/settings/checkout-settings-change.js';
import { enrolFactorChange } from '../factor/enrol-factor-change.js';
import { E } from '../../kernel/fp.js';
import { stored, type InvalidInput } from '../../kernel/codecs/decode.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { resetFactorsChange } from '../people/factor-reset-change.js';
import { reinstatePersonChange } from '../people/reinstatement-change.js';
import type { Stores } from '../../storage/storage.js';
import type { Permission } from '../../model/tenancy/user.js';
import {
  changeWebhookEndpointChange,
  createWebhookEndpointChange,
  deleteWebhookEndpointChange,
  rotateWebhookSecretChange,
} from '../webhook/manage/endpoint-changes.js';
import type { Making, SettingsChangeKind } from '../settings/change-kind.js';
import { NotAsProposed } from '../../model/settings/change/settings-change-errors.js';
import type { SettingsChangeName } from '../../model/settings/change/settings-change.js';

/** A kind of change, with any payload. */
interface AnyKind<L> {
  readonly needsFactor: 'as_approvals' | 'if_held' | undefined;
  readonly permissions: ReadonlyArray<Permission>;
  readonly open: (payload: string) => {
    readonly concerns: UserId | undefined;
    /** What making it changes, or why it cannot be made. */
    readonly approve: (
      stores: Stores,
      tenant: Tenant,
      making: Making,
    ) => Promise<E.Either<L | NotAsProposed, RecordChanges>>;
    /** What undoes what waits with it: nothing, where it could not be made. */
    readonly reject: (stores: Stores, tenant: Tenant, making: Making) => Promise<RecordChanges>;
  };
}

const anyOf = <P, L, F>({
  needsFactor,
  permissions,
  payload,
  concerns,
  check,
  isStill = () => true,
  make,
  reject,
}: SettingsChangeKind<P, L, F>): AnyKind<L> => ({
  needsFactor,
  permissions,
  open: (kept) => {
    const read = stored(payload, kept);
    return {
      concerns: concerns?.(read),
      approve: async (stores, tenant, making) => {
        const { at, approval } = making;
        const asked = { at, approvedBy: approval?.approvedBy };
        const found = await check(stores, tenant, read, asked);
        if (E.isLeft(found)) return found;
        if (!isStill(read, found.right)) return E.left(NotAsProposed());
        return E.right(make(tenant, read, making, found.right));
      },
      reject: async (stores, tenant, making) => {
        const found = reject && (await check(stores, tenant, read, { at: making.at }));
        return reject && found && E.isRight(found) ? reject(tenant, read, making, found.right) : {};
      },
    };
  },
});

/** Every kind of change that may wait for a second person. */
export const CHANGE_KINDS = {
  create_api_key: anyOf(createApiKeyChange),
  rotate_api_key: anyOf(rotateApiKeyChange),
  create_secret_key: anyOf(createSecretKeyChange),
  rotate_secret_key: anyOf(rotateSecretKeyChange),
  create_webhook_endpoint: anyOf(createWebhookEndpointChange),
  change_webhook_endpoint: anyOf(changeWebhookEndpointChange),
  rotate_webhook_secret: anyOf(rotateWebhookSecretChange),
  delete_webhook_endpoint: anyOf(deleteWebhookEndpointChange),
  put_checkout_settings: anyOf(putCheckoutSettingsChange),
  reinstate_person: anyOf(reinstatePersonChange),
  put_approval_policy: anyOf(putApprovalPolicyChange),
  enrol_factor: anyOf(enrolFactorChange),
  reset_factors: anyOf(resetFactorsChange),
} as const satisfies Record<SettingsChangeName, AnyKind<unknown>>;

type Kinds = (typeof CHANGE_KINDS)[SettingsChangeName];

type Conflict = Kinds extends AnyKind<infer L> ? L : never;

const GONE = {
  ActorNotFound: null,
  ApiKeyNotFound: null,
  FactorNotFound: null,
  PersonNotFound: null,
  WebhookEndpointNotFound: null,
} as const satisfies { readonly [K in Extract<Conflict['_tag'], `${string}NotFound`>]: null };

type Gone = Extract<Conflict, { readonly _tag: keyof typeof GONE }>;

/** Why a change that was proposed cannot be made now, although what it is about is there. */
export type SettingsConflict = Exclude<Conflict, Gone | InvalidInput>;

/** Whether a change cannot be made because what it is about is no longer there. */
export const isGone = (refusal: { readonly _tag: string }): refusal is Gone =>
  Object.hasOwn(GONE, refusal._tag);

/** Whether a change cannot be made because its proposal would be refused now, as a request with a fault in it. */
export const isFaulty = (refusal: { readonly _tag: string }): refusal is InvalidInput =>
  refusal._tag === 'InvalidInput';
