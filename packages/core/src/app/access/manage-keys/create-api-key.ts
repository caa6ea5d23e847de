import * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import type { InvalidInput } from '../../../kernel/codecs/decode.js';
import { documented } from '../../../kernel/codecs/documented.js';
import { UserId } from '../../../kernel/values/ids.js';
import { list } from '../../../kernel/codecs/list.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { Name } from '../../../kernel/values/text.js';
import { Entropy } from '../../../ports/entropy.js';
import { proposal, type NoProposal } from '../../settings/proposal.js';
import { token } from '../../../kernel/token.js';
import type { TooManyLiveKeys } from '../../../model/access/access-errors.js';
import { createApiKeyChange } from './key-changes.js';
import { newKeyText } from './new-key.js';
import { KEY_LIFE_DAYS } from '../../../model/access/key/api-key-life.js';
import { apiKeyView, type NewApiKey } from '../../../model/access/key/api-key-view.js';
import { newApiKey } from '../../../model/access/key/new-api-key.js';
import { Scope } from '../../../model/access/scope.js';
import { record } from '../../../kernel/codecs/record.js';

const SCOPES_MAX = 100;

const Scopes = list(Scope, { min: 1, max: SCOPES_MAX }, `1 to ${String(SCOPES_MAX)} scopes`);

const LifeDays = documented(
  t.refinement(
    t.number,
    (days) => Number.isInteger(days) && days >= 1 && days <= KEY_LIFE_DAYS,
    `a whole number from 1 to ${String(KEY_LIFE_DAYS)}`,
  ),
  { type: 'integer', minimum: 1, maximum: KEY_LIFE_DAYS, default: KEY_LIFE_DAYS },
);

/** The values of a new key; `lifeDays` defaults to a year, which is the maximum. */
export const CreateApiKeyInput = record(
  'CreateApiKeyInput',
  { actorUserId: UserId, name: Name, scopes: Scopes },
  { actsAsUserId: UserId, lifeDays: LifeDays },
);
export type CreateApiKeyInput = t.TypeOf<typeof CreateApiKeyInput>;

type CreateApiKeyError = InvalidInput | NoProposal | TooManyLiveKeys;

/**
 * Makes a partner key for a person who may edit the corporate's settings; a third live one of a name is refused.
 * Where it has to wait for a second person its text is shown all the same, and opens nothing before the approval.
 */
export type CreateApiKey = UseCase<CreateApiKeyInput, CreateApiKeyError, NewApiKey>;
export const CreateApiKey = token<CreateApiKey>('CreateApiKey');

export const makeCreateApiKey = proposal(
  CreateApiKey,
  CreateApiKeyInput,
  { Entropy },
  ({ entropy }) => ({
    kind: createApiKeyChange,
    want: async (_stores, { tenant, at }, { actorUserId: createdByUserId, ...input }) => {
      const text = newKeyText(entropy, 'pak');
      const key = newApiKey(text, { ...input, tenant, createdByUserId }, at);
      return E.right({ payload: { key }, answer: () => ({ text, key: apiKeyView(key) }) });
    },
  }),
);
