import assert from 'node:assert/strict';
import { answerOf, type Stories } from './opening.js';

export const packages: Stories = {
  'A program lists the packages that its key may use': async ({ engine, credentials }) => {
    const caller = answerOf(
      await engine.authenticate(credentials.corporates['acme']?.apiKeys['erp']),
    );
    const { items } = answerOf(await engine.listPackages(caller, { limit: 10 }));
    assert.deepEqual(
      items.map(({ packageCode }) => packageCode),
      ['CAPEX', 'SALARY', 'VENDOR'],
    );
  },
};
