import assert from 'node:assert/strict';
import { answerOf, refusalOf, type Stories } from './opening.js';

export const access: Stories = {
  'An administrator makes a partner key, replaces it and revokes what replaced it': async ({
    engine,
    tenant,
  }) => {
    const actorUserId = 'u-admin';
    const made = answerOf(
      await engine.createApiKey(tenant, {
        actorUserId,
        name: 'warehouse',
        scopes: ['payments:read'],
        lifeDays: 90,
      }),
    );
    answerOf(await engine.authenticate(made.text)); // the text is shown this once
    const next = answerOf(
      await engine.rotateApiKey(tenant, { actorUserId, keyId: made.key.keyId }),
    );
    answerOf(await engine.revokeApiKey(tenant, { actorUserId, keyId: next.key.keyId }));
    assert.equal(refusalOf(await engine.authenticate(next.text)), 'InvalidKey');
    const keys = answerOf(await engine.listApiKeys(tenant, { actorUserId }));
    assert.equal(keys.length, 3);
  },
  'An administrator does the same with a secret key of a shop': async ({ engine, tenant }) => {
    const actorUserId = 'u-admin';
    const made = answerOf(await engine.createSecretKey(tenant, { actorUserId, name: 'store' }));
    const { keyId } = made;
    const next = answerOf(await engine.rotateSecretKey(tenant, { actorUserId, keyId }));
    answerOf(await engine.authenticateSecretKey(next.text));
    answerOf(await engine.authenticateSecretKey(made.text)); // for another 24 h
    answerOf(await engine.revokeSecretKey(tenant, { actorUserId, keyId }));
    assert.equal(refusalOf(await engine.authenticateSecretKey(made.text)), 'InvalidSecretKey');
    const keys = answerOf(await engine.listSecretKeys(tenant, { actorUserId }));
    assert.equal(keys.length, 3);
  },
  'A host makes sure at its start that its sealer opens what the database keeps': async ({
    engine,
  }) => {
    answerOf(await engine.checkSealer());
  },
};
