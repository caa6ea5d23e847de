import assert from 'node:assert/strict';
import { answerOf, secondAdmin, type Stories } from './opening.js';

export const tenancy: Stories = {
  'A host applies a document, and the people whom it leaves out stay': async ({ engine }) => {
    const provisioned = answerOf(await engine.provision(secondAdmin));
    assert.deepEqual(provisioned.corporates['acme']?.apiKeys, {}); // it made no secrets
  },
};
