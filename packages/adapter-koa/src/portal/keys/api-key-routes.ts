import { E } from '@hundi/core';
import { ApiKeyView, CreateApiKeyInput, type NewApiKey, record } from '@hundi/core/wire';
import { apiKey, apiKeyPage, newApiKey } from '../../examples/portal-keys.js';
import { jsonBody } from '../../http/body/json-body.js';
import { pageAnswer, pageIn, pageOf } from '../../http/list-answer.js';
import { pageQuery } from '../../http/page-query.js';
import { portalRoute } from '../../route/route.js';
import { KeyId } from './key-id.js';
import { KEY_REFUSALS, newKeyAnswer, ROTATION_REFUSALS } from './new-key-answer.js';
import { portalChange } from '../../route/portal-change.js';

const CreatedApiKey = newKeyAnswer('CreatedApiKey', ApiKeyView, {
  kind: 'partner key',
  carriedAs: '`x-api-key`',
});

const withKey = ({ text, key, ...waits }: NewApiKey) => ({ body: { ...key, key: text, ...waits } });

export const listApiKeys = portalRoute({
  method: 'GET',
  path: '/portal/v1/api-keys',
  about: {
    operationId: 'listApiKeys',
    tag: 'Keys',
    summary: 'List partner keys',
    description:
      'Lists every current and former partner key of the corporate, oldest first. Requires a permission to view, edit or approve settings.',
  },
  params: {},
  query: pageQuery(50, 100),
  headers: {},
  refusals: ['ActorNotFound', 'SettingsDenied'],
  success: { status: 200, body: pageAnswer('ApiKeyPage', ApiKeyView), example: apiKeyPage },
  run: async (engine, { caller, query }) => {
    const keys = await engine.listApiKeys(caller.tenant, { actorUserId: caller.userId });
    return E.isLeft(keys) ? keys : E.right(pageIn(keys.right, query));
  },
  reply: pageOf,
});

const { actorUserId: _person, ...required } = CreateApiKeyInput.required;
const NewKey = record('NewApiKey', required, CreateApiKeyInput.optional);

export const createApiKey = portalChange({
  confirmed: true,
  path: '/portal/v1/api-keys',
  about: {
    operationId: 'createApiKey',
    tag: 'Keys',
    summary: 'Create a partner key',
    description:
      'Creates a key. Requires the permission to edit settings. Only this response contains the key; the service repeats it only for the same request by the same user with the same Idempotency-Key, and stores it encrypted for that. A name has at most two active keys. If the response has a settingsChange, the key does not work until a second person approves it.',
  },
  params: {},
  body: jsonBody(NewKey, { name: 'erp', scopes: ['payments'], actsAsUserId: 'u-erp' }),
  refusals: [
    'InvalidInput',
    'ActorNotFound',
    'SettingsDenied',
    'TooManyLiveKeys',
    'TooManySettingsChanges',
  ],
  success: { status: 201, body: CreatedApiKey, example: newApiKey },
  run: (engine, { caller, body }) =>
    engine.createApiKey(caller.tenant, { ...body, actorUserId: caller.userId }),
  reply: withKey,
});

export const rotateApiKey = portalChange({
  confirmed: true,
  path: '/portal/v1/api-keys/{keyId}/rotate',
  about: {
    operationId: 'rotateApiKey',
    tag: 'Keys',
    summary: 'Replace a partner key',
    description:
      'Creates a key that replaces another one. The old key remains valid for 24 hours, or until it expires if that is sooner. Only this response contains the new key; the service repeats it only with the same Idempotency-Key. If the response has a settingsChange, the old key is unchanged and the new key does not work until a second person approves it.',
  },
  params: { keyId: KeyId },
  refusals: ROTATION_REFUSALS,
  success: { status: 200, body: CreatedApiKey, example: newApiKey },
  run: (engine, { caller, params }) =>
    engine.rotateApiKey(caller.tenant, { ...params, actorUserId: caller.userId }),
  reply: withKey,
});

export const revokeApiKey = portalChange({
  path: '/portal/v1/api-keys/{keyId}/revoke',
  about: {
    operationId: 'revokeApiKey',
    tag: 'Keys',
    summary: 'Revoke a partner key',
    description:
      'Revokes a key: it is rejected from the next request on. Revoking a key again has no effect.',
  },
  params: { keyId: KeyId },
  refusals: KEY_REFUSALS,
  success: { status: 200, body: ApiKeyView, example: apiKey },
  run: (engine, { caller, params }) =>
    engine.revokeApiKey(caller.tenant, { ...params, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});
