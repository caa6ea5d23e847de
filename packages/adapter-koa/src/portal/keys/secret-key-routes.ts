import { E } from '@hundi/core';
import { CreateSecretKeyInput, record, SecretKeyView, type NewSecretKey } from '@hundi/core/wire';
import { newSecretKey, secretKey, secretKeyPage } from '../../examples/portal-keys.js';
import { jsonBody } from '../../http/body/json-body.js';
import { pageAnswer, pageIn, pageOf } from '../../http/list-answer.js';
import { pageQuery } from '../../http/page-query.js';
import { portalRoute } from '../../route/route.js';
import { KeyId } from './key-id.js';
import { KEY_REFUSALS, newKeyAnswer, ROTATION_REFUSALS } from './new-key-answer.js';
import { portalChange } from '../../route/portal-change.js';

const CreatedSecretKey = newKeyAnswer('CreatedSecretKey', SecretKeyView, {
  kind: 'secret key',
  carriedAs: '`Authorization: Bearer`',
});

const withKey = ({ text, ...key }: NewSecretKey) => ({ body: { ...key, key: text } });

export const listSecretKeys = portalRoute({
  method: 'GET',
  path: '/portal/v1/secret-keys',
  about: {
    operationId: 'listSecretKeys',
    tag: 'Keys',
    summary: 'List secret keys',
    description:
      'Lists every current and former secret key of collection checkout, oldest first. Requires a permission to view, edit or approve settings.',
  },
  params: {},
  query: pageQuery(50, 100),
  headers: {},
  refusals: ['ActorNotFound', 'SettingsDenied'],
  success: {
    status: 200,
    body: pageAnswer('SecretKeyPage', SecretKeyView),
    example: secretKeyPage,
  },
  run: async (engine, { caller, query }) => {
    const keys = await engine.listSecretKeys(caller.tenant, { actorUserId: caller.userId });
    return E.isLeft(keys) ? keys : E.right(pageIn(keys.right, query));
  },
  reply: pageOf,
});

const { actorUserId: _person, ...required } = CreateSecretKeyInput.required;
const NewKey = record('NewSecretKey', required, {});

export const createSecretKey = portalChange({
  confirmed: true,
  path: '/portal/v1/secret-keys',
  about: {
    operationId: 'createSecretKey',
    tag: 'Keys',
    summary: 'Create a secret key',
    description:
      'Creates a key of collection checkout that is valid for one year. Requires the permission to edit settings. Only this response contains the key; the service repeats it only for the same request by the same user with the same Idempotency-Key, and stores it encrypted for that. A name has at most two active keys. If the response has a settingsChange, the key does not work until a second person approves it.',
  },
  params: {},
  body: jsonBody(NewKey, { name: 'shop' }),
  refusals: ['ActorNotFound', 'SettingsDenied', 'TooManyLiveKeys', 'TooManySettingsChanges'],
  success: { status: 201, body: CreatedSecretKey, example: newSecretKey },
  run: (engine, { caller, body }) =>
    engine.createSecretKey(caller.tenant, { ...body, actorUserId: caller.userId }),
  reply: withKey,
});

export const rotateSecretKey = portalChange({
  confirmed: true,
  path: '/portal/v1/secret-keys/{keyId}/rotate',
  about: {
    operationId: 'rotateSecretKey',
    tag: 'Keys',
    summary: 'Replace a secret key',
    description:
      'Creates a key that replaces another one. The old key remains valid for 24 hours, or until it expires if that is sooner. Existing sessions continue to sign their returns with the key that created them. Only this response contains the new key; the service repeats it only with the same Idempotency-Key. If the response has a settingsChange, the old key is unchanged and the new key does not work until a second person approves it.',
  },
  params: { keyId: KeyId },
  refusals: ROTATION_REFUSALS,
  success: { status: 200, body: CreatedSecretKey, example: newSecretKey },
  run: (engine, { caller, params }) =>
    engine.rotateSecretKey(caller.tenant, { ...params, actorUserId: caller.userId }),
  reply: withKey,
});

export const revokeSecretKey = portalChange({
  path: '/portal/v1/secret-keys/{keyId}/revoke',
  about: {
    operationId: 'revokeSecretKey',
    tag: 'Keys',
    summary: 'Revoke a secret key',
    description:
      'Revokes a key, for example one that leaked. The key is rejected from the next request on, also during the last 24 hours of a rotated key. Customers on the card page can finish, and their returns are signed as before. Revoking a key again has no effect.',
  },
  params: { keyId: KeyId },
  refusals: KEY_REFUSALS,
  success: { status: 200, body: SecretKeyView, example: secretKey },
  run: (engine, { caller, params }) =>
    engine.revokeSecretKey(caller.tenant, { ...params, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});
