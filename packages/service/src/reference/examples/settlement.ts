import assert from 'node:assert/strict';
import type { Stories } from './opening.js';

export const settlement: Stories = {
  'A host hands over what the bank reports by itself': async ({ engine }) => {
    const { unknown } = await engine.takeBankReports([
      { reportId: 'R-1', bankRef: 'of-another-program', verdict: { kind: 'accepted' } },
    ]);
    assert.equal(unknown, 1);
  },
  'After a backup was restored, a host has the bank asked about every payout before it is sent':
    async ({ engine }) => {
      await engine.askBeforeSending();
    },
};
