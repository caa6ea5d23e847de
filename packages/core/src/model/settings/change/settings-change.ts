import * as t from 'io-ts';
import { BankTenantId, CorporateTenantId, UserId } from '../../../kernel/values/ids.js';
import { Comment } from '../../../kernel/values/text.js';
import { DAY, type EpochMs } from '../../../kernel/values/time.js';
import { record } from '../../../kernel/codecs/record.js';

/** The time that a proposed change waits for a second person before it expires. */
export const SETTINGS_CHANGE_LIFE = 7 * DAY;

/** Every kind of change that may wait for a second person. Each has its rules in `change-kinds.ts`. */
export const SettingsChangeName = t.keyof(
  {
    create_api_key: null,
    rotate_api_key: null,
    create_secret_key: null,
    rotate_secret_key: null,
    create_webhook_endpoint: null,
    change_webhook_endpoint: null,
    rotate_webhook_secret: null,
    delete_webhook_endpoint: null,
    put_checkout_settings: null,
    reinstate_person: null,
    put_approval_policy: null,
    enrol_factor: null,
    reset_factors: null,
  },
  'SettingsChangeKind',
);
export type SettingsChangeName = t.TypeOf<typeof SettingsChangeName>;

/** A change of a corporate's settings that one person proposed and another decides on. Times in epoch ms. */
export const SettingsChange = record(
  'SettingsChange',
  {
    changeId: t.string,
    bankTenantId: BankTenantId,
    corporateTenantId: CorporateTenantId,
    kind: SettingsChangeName,
    /** The part of the change that people see: no secret. */
    details: t.readonly(t.record(t.string, t.unknown)),
    /** The values from which the change is made, as JSON of its kind's codec: secrets only as digests or sealed. */
    payload: t.string,
    proposedBy: UserId,
    proposedAt: t.number,
    expiresAt: t.number,
    state: t.keyof({ pending: null, approved: null, rejected: null }),
    /** 1 at the beginning, 2 once it is decided on; also the journal's sequence. */
    revision: t.number,
  },
  {
    decidedBy: UserId,
    decidedAt: t.number,
    comment: Comment,
    /** Of what the person proposed. A change without one, or with another, is never made. */
    seal: t.string,
  },
);
export type SettingsChange = t.TypeOf<typeof SettingsChange>;

export const SettingsChangeState = t.keyof(
  { pending: null, approved: null, rejected: null, expired: null },
  'SettingsChangeState',
);
export type SettingsChangeState = t.TypeOf<typeof SettingsChangeState>;

/** Where a change is at a moment. One whose time is over is written nowhere as such: nothing becomes of it. */
export const stateAt = ({ state, expiresAt }: SettingsChange, now: EpochMs): SettingsChangeState =>
  state === 'pending' && expiresAt <= now ? 'expired' : state;
