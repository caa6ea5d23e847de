import { ApiKeyView, CreateApiKeyInput, E, type NewApiKey } from '@hundi/core';
import * as t from 'io-ts';
import { apiKey, apiKeyPage, newApiKey } from '../../examples/portal-keys.js';
import { jsonBody } from '../../http/body/json-body.js';
import { pageAnswer, pageIn, pageOf } from '../../http/list-answer.js';
import { pageQuery } from '../../http/page-query.js';
import { portalRoute } from '../../route/route.js';
import { KeyId } from './key-id.js';
import { KEY_REFUSALS, newKeyAnswer, ROTATION_REFUSALS } from './new-key-answer.js';
import { portalChange } from '../portal-change.js';

const CreatedApiKey = newKeyAnswer('CreatedApiKey', ApiKeyView, {
  kind: 'partner key',
  carriedAs: '`x-api-key`',
});

const told = ({ text, key, ...waits }: NewApiKey) => ({ body: { ...key, key: text, ...waits } });

export const listApiKeys = portalRoute({
  method: 'GET',
  path: '/portal/v1/api-keys',
  about: {
    operationId: 'listApiKeys',
    tag: 'Keys',
    summary: 'List partner keys',
    description:
      'Lists every partner key that the corporate has or had, oldest first, for people who may view, edit or approve settings.',
  },
  params: {},
  query: pageQuery(50, 100),
  headers: {},
  refusals: ['ActorNotFound', 'SettingsDenied'],
  success: { status: 200, body: pageAnswer('ApiKeyPage', ApiKeyView), example: apiKeyPage },
  run: async (engine, { caller, query }) => {
    const keys = await engine.listApiKeys(caller.tenant, caller.userId);
    return E.isLeft(keys) ? keys : E.right(pageIn(keys.right, query));
  },
  reply: pageOf,
});

const [Required, Optional] = CreateApiKeyInput.types;
const { actorUserId: _person, ...required } = Required.type.props;
const NewKey = t.intersection([t.strict(required), Optional], 'NewApiKey');

export const createApiKey = portalChange({
  confirmed: true,
  path: '/portal/v1/api-keys',
  about: {
    operationId: 'createApiKey',
    tag: 'Keys',
    summary: 'Make a partner key',
    description:
      'Makes a key for people who may edit settings. Its text is told in this answer, and again only to the same request of the same person under the same Idempotency-Key: what is kept for that is sealed. A name has at most two live keys. Where the answer has a settingsChange, the key opens nothing before a second person approves it.',
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
  reply: told,
});

export const rotateApiKey = portalChange({
  confirmed: true,
  path: '/portal/v1/api-keys/{keyId}/rotate',
  about: {
    operationId: 'rotateApiKey',
    tag: 'Keys',
    summary: 'Replace a partner key',
    description:
      'Makes the key that takes the place of another, which stays good for 24 hours or until its own end if that is sooner. The new text is told in this answer, and again only under the same Idempotency-Key. Where the answer has a settingsChange, the old key goes on as it is and the new one opens nothing before a second person approves it.',
  },
  params: { keyId: KeyId },
  refusals: ROTATION_REFUSALS,
  success: { status: 200, body: CreatedApiKey, example: newApiKey },
  run: (engine, { caller, params }) =>
    engine.rotateApiKey(caller.tenant, { ...params, actorUserId: caller.userId }),
  reply: told,
});

export const revokeApiKey = portalChange({
  path: '/portal/v1/api-keys/{keyId}/revoke',
  about: {
    operationId: 'revokeApiKey',
    tag: 'Keys',
    summary: 'Revoke a partner key',
    description:
      'Ends a key: it opens nothing from the next request on. Revoking it again changes nothing.',
  },
  params: { keyId: KeyId },
  refusals: KEY_REFUSALS,
  success: { status: 200, body: ApiKeyView, example: apiKey },
  run: (engine, { caller, params }) =>
    engine.revokeApiKey(caller.tenant, { ...params, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});
