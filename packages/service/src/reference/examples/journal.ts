import assert from 'node:assert/strict';
import { answerOf, batchOf, type Stories } from './opening.js';

export const journal: Stories = {
  'A program follows the events, and an administrator reads the journal of a job': async ({
    engine,
    tenant,
    sandbox,
  }) => {
    const accepted = answerOf(
      await engine.acceptBatch(tenant, { key: 'run-31', batch: batchOf('INV-31', 250_000) }),
    );
    await sandbox.runDue();
    const paid = { limit: 100, types: ['transaction.paid'] };
    const { items, nextCursor } = answerOf(await engine.listEvents(tenant, paid));
    assert.equal(items.length, 1);
    answerOf(await engine.listEvents(tenant, { ...paid, after: nextCursor ?? '' }));
    const history = answerOf(
      await engine.listJournal(tenant, {
        actorUserId: 'u-admin',
        subject: accepted.answer.jobId,
        limit: 20,
      }),
    );
    assert.equal(history.items[0]?.to, 'completed_success');
  },
  'A host refuses a file of the bank, and the people of the corporate see the incident': async ({
    engine,
    tenant,
  }) => {
    answerOf(
      await engine.raiseIncidents({
        incidents: [
          {
            ...tenant,
            kind: 'bank_file_refused',
            subjectId: 'statement-32.xml',
            detail: 'the file ends in the middle',
          },
        ],
      }),
    );
    const incidents = answerOf(
      await engine.listIncidents(tenant, { actorUserId: 'u-admin', limit: 20 }),
    );
    assert.equal(incidents.items[0]?.kind, 'bank_file_refused');
  },
};
