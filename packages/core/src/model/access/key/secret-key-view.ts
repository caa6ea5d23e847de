import * as t from 'io-ts';
import { about } from '../../../kernel/codecs/documented.js';
import { UserId } from '../../../kernel/values/ids.js';
import { describedRecord, shownAs } from '../../../kernel/codecs/record.js';
import { EpochMs } from '../../../kernel/values/time.js';
import type { AwaitsApproval } from '../../settings/change/settings-change-view.js';
import type { SecretKey } from './api-key.js';

/** A secret key as people see it: never its text, sealed or not. Times in epoch ms. */
export const SecretKeyView = describedRecord(
  'SecretKeyView',
  'A secret key of collection checkout, without its secret.',
  {
    keyId: t.string,
    name: t.string,
    createdBy: UserId,
    createdAt: EpochMs,
    expiresAt: EpochMs,
  },
  {
    revokedAt: EpochMs,
    lastUsedAt: about(EpochMs, 'Epoch milliseconds, to the minute.'),
  },
);
export type SecretKeyView = t.TypeOf<typeof SecretKeyView>;

/** A new secret key: the only time that anybody sees its text. */
export interface NewSecretKey extends SecretKeyView, AwaitsApproval {
  /** `sk_…`, as requests carry it and returns are signed with it. */
  readonly text: string;
}

export const secretKeyView = (key: SecretKey, lastUsedAt?: EpochMs): SecretKeyView =>
  shownAs(SecretKeyView, { ...key, createdBy: key.createdByUserId, lastUsedAt });
