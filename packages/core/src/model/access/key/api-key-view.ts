import * as t from 'io-ts';
import { about } from '../../../kernel/codecs/documented.js';
import { UserId } from '../../../kernel/values/ids.js';
import { describedRecord, shownAs } from '../../../kernel/codecs/record.js';
import { EpochMs } from '../../../kernel/values/time.js';
import type { AwaitsApproval } from '../../settings/change/settings-change-view.js';
import type { ApiKey } from './api-key.js';
import { Scope } from '../scope.js';

/** A partner key as people see it: never its secret, nor the digest of it. Times in epoch ms. */
export const ApiKeyView = describedRecord(
  'ApiKeyView',
  'A partner key, without its secret.',
  {
    keyId: t.string,
    name: t.string,
    scopes: t.readonlyArray(Scope),
    createdBy: UserId,
    createdAt: EpochMs,
    expiresAt: EpochMs,
  },
  {
    revokedAt: EpochMs,
    suspendedAt: about(
      EpochMs,
      'When the user that the key acts as was suspended. The key is rejected until the user is reinstated.',
    ),
    lastUsedAt: about(EpochMs, 'Epoch milliseconds, to the minute.'),
    actsAsUserId: UserId,
  },
);
export type ApiKeyView = t.TypeOf<typeof ApiKeyView>;

/** A new key, or one that is good once a second person approves it: the only time that anybody sees its text. */
export interface NewApiKey extends AwaitsApproval {
  /** `pak_…`, as requests carry it. */
  readonly text: string;
  readonly key: ApiKeyView;
}

export const apiKeyView = (key: ApiKey, lastUsedAt?: EpochMs): ApiKeyView =>
  shownAs(ApiKeyView, { ...key, createdBy: key.createdByUserId, lastUsedAt });
