import { CreateSecretKeyInput, E, SecretKeyView, type NewSecretKey } from '@hundi/core';
import * as t from 'io-ts';
import { newSecretKey, secretKey, secretKeyPage } from '../../examples/portal-keys.js';
import { jsonBody } from '../../http/body/json-body.js';
import { pageAnswer, pageIn, pageOf } from '../../http/list-answer.js';
import { pageQuery } from '../../http/page-query.js';
import { portalRoute } from '../../route/route.js';
import { KeyId } from './key-id.js';
import { KEY_REFUSALS, newKeyAnswer, ROTATION_REFUSALS } from './new-key-answer.js';
import { portalChange } from '../portal-change.js';

const CreatedSecretKey = newKeyAnswer('CreatedSecretKey', SecretKeyView, {
  kind: 'secret key',
  carriedAs: '`Authorization: Bearer`',
});

const told = ({ text, ...key }: NewSecretKey) => ({ body: { ...key, key: text } });

export const listSecretKeys = portalRoute({
  method: 'GET',
  path: '/portal/v1/secret-keys',
  about: {
    operationId: 'listSecretKeys',
    tag: 'Keys',
    summary: 'List secret keys',
    description:
      'Lists every secret key of collection checkout that the corporate has or had, oldest first, for people who may view, edit or approve settings.',
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
    const keys = await engine.listSecretKeys(caller.tenant, caller.userId);
    return E.isLeft(keys) ? keys : E.right(pageIn(keys.right, query));
  },
  reply: pageOf,
});

const { actorUserId: _person, ...fields } = CreateSecretKeyInput.type.props;
const NewKey = t.strict(fields, 'NewSecretKey');

export const createSecretKey = portalChange({
  confirmed: true,
  path: '/portal/v1/secret-keys',
  about: {
    operationId: 'createSecretKey',
    tag: 'Keys',
    summary: 'Make a secret key',
    description:
      'Makes a key of collection checkout, good for a year, for people who may edit settings. Its text is told in this answer, and again only to the same request of the same person under the same Idempotency-Key: what is kept for that is sealed. A name has at most two live keys. Where the answer has a settingsChange, the key opens nothing before a second person approves it.',
  },
  params: {},
  body: jsonBody(NewKey, { name: 'shop' }),
  refusals: ['ActorNotFound', 'SettingsDenied', 'TooManyLiveKeys', 'TooManySettingsChanges'],
  success: { status: 201, body: CreatedSecretKey, example: newSecretKey },
  run: (engine, { caller, body }) =>
    engine.createSecretKey(caller.tenant, { ...body, actorUserId: caller.userId }),
  reply: told,
});

export const rotateSecretKey = portalChange({
  confirmed: true,
  path: '/portal/v1/secret-keys/{keyId}/rotate',
  about: {
    operationId: 'rotateSecretKey',
    tag: 'Keys',
    summary: 'Replace a secret key',
    description:
      'Makes the key that takes the place of another, which stays good for 24 hours or until its own end if that is sooner. Sessions go on signing their returns with the key that created them. The new text is told in this answer, and again only under the same Idempotency-Key. Where the answer has a settingsChange, the old key goes on as it is and the new one opens nothing before a second person approves it.',
  },
  params: { keyId: KeyId },
  refusals: ROTATION_REFUSALS,
  success: { status: 200, body: CreatedSecretKey, example: newSecretKey },
  run: (engine, { caller, params }) =>
    engine.rotateSecretKey(caller.tenant, { ...params, actorUserId: caller.userId }),
  reply: told,
});

export const revokeSecretKey = portalChange({
  path: '/portal/v1/secret-keys/{keyId}/revoke',
  about: {
    operationId: 'revokeSecretKey',
    tag: 'Keys',
    summary: 'Revoke a secret key',
    description:
      'Ends a key that leaked: it opens nothing from the next request on, not even in the last 24 hours of a rotated one. Customers on the card page stay there, and their returns are signed as before. Revoking it again changes nothing.',
  },
  params: { keyId: KeyId },
  refusals: KEY_REFUSALS,
  success: { status: 200, body: SecretKeyView, example: secretKey },
  run: (engine, { caller, params }) =>
    engine.revokeSecretKey(caller.tenant, { ...params, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});
