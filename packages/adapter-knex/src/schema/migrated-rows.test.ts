import { rowId } from '@hundi/core';
import { aBeneficiary, aBeneficiaryId, aJobId, aTenant, aTransactionId } from '@hundi/testkit';
import type { Knex } from 'knex';
import { knexStorage, migrate } from '../index.js';
import { ACCOUNT, accountsOf, PAYEE } from '../stores/beneficiary/beneficiary-columns.js';
import { onEmptyDatabases } from '../testing/empty-databases.js';
import { migrateBy } from './migrate.js';
import { MIGRATIONS } from './migrations.js';
import { webhooksByCorporate } from './22-webhooks-by-corporate.js';

onEmptyDatabases((name, empty, run) => {
  run(`${name}: people who were there before are found by their addresses`, async (t) => {
    const [db] = (await empty(t)) as [Knex];
    await migrateBy(db, MIGRATIONS.slice(0, 3));
    const user = (id: string, more: object) => ({
      corporate_id: 'acme',
      bank_id: 'bank',
      id,
      record: JSON.stringify({ userId: id, ...more }),
    });
    await db('users').insert([user('u-1', { email: 'Ann@Mail.example' }), user('u-2', {})]);
    await migrate(db);

    t.deepEqual(await db('users').select('id', 'email').orderBy('id'), [
      { id: 'u-1', email: 'ann@mail.example' },
      { id: 'u-2', email: '' },
    ]);
  });

  run(`${name}: endpoints that were disabled before are counted by why`, async (t) => {
    const [db] = (await empty(t)) as [Knex];
    await migrateBy(db, MIGRATIONS.slice(0, 17));
    const endpoint = (id: string, more: object) => ({
      corporate_id: 'acme',
      bank_id: 'bank',
      id,
      record: JSON.stringify({ endpointId: id, ...more }),
    });
    await db('webhook_endpoints').insert([
      endpoint('we_1', { disabled: { by: 'gone', at: 7 } }),
      endpoint('we_2', { disabled: { by: 'person', at: 7 } }),
      endpoint('we_3', {}),
    ]);
    await migrate(db);

    t.deepEqual(
      await knexStorage(db).read(({ webhookEndpoints }) => webhookEndpoints.disabled(9)),
      { gone: 1, failing: 0, person: 1 },
    );
  });

  run(
    `${name}: packages of payees that were there before are counted, but of those rejected`,
    async (t) => {
      const [db] = (await empty(t)) as [Knex];
      await migrateBy(db, MIGRATIONS.slice(0, 1));
      const payee = (id: string, state: string, packageCodes: ReadonlyArray<string>) => ({
        corporate_id: 'acme',
        beneficiary_id: id,
        bank_id: 'bank',
        bene_id: id,
        state,
        revision: 1,
        search: id,
        record: JSON.stringify({ packageCodes }),
      });
      await db('beneficiaries').insert([
        payee('b-1', 'approved', ['A', 'B', 'A']),
        payee('b-2', 'pending_approval', ['B']),
        payee('b-3', 'rejected', ['A']),
      ]);
      await migrate(db);

      t.deepEqual(
        await db('beneficiary_packages')
          .select('corporate_id', 'bank_id', 'package_code', 'beneficiary_id')
          .orderBy(['package_code', 'beneficiary_id']),
        [
          ['A', 'b-1'],
          ['B', 'b-1'],
          ['B', 'b-2'],
        ].map(([package_code, beneficiary_id]) => ({
          corporate_id: 'acme',
          bank_id: 'bank',
          package_code,
          beneficiary_id,
        })),
      );
    },
  );

  run(`${name}: payees that were there before are found by the key of their names`, async (t) => {
    const [db] = (await empty(t)) as [Knex];
    await migrateBy(db, MIGRATIONS.slice(0, 27));
    const tenant = aTenant('acme');
    for (const [n, payeeName] of ['Double  Blank', 'Ｗｉｄｅ', 'Plain'].entries()) {
      const payee = aBeneficiary(tenant, n, { name: payeeName });
      const held = accountsOf(tenant, payee).map((account) => ACCOUNT.values(account));
      const columns = Object.entries(PAYEE.values({ tenant, payee }));
      await db('beneficiaries').insert({
        // A column of the next step.
        ...Object.fromEntries(columns.filter(([column]) => column !== 'change_waits')),
        search: [payeeName.toLowerCase(), held[0]?.['account_number']].join('\n'),
      });
      await db('beneficiary_accounts').insert(held);
    }
    await migrate(db);

    const storage = knexStorage(db);
    for (const [n, search] of ['double blank', 'ＷIDE', 'plain'].entries()) {
      t.deepEqual(
        await storage.read(({ beneficiaries }) => beneficiaries.idsContaining(tenant, search)),
        [aBeneficiaryId(n)],
      );
      const { total } = await storage.read(({ beneficiaries }) =>
        beneficiaries.list(tenant, { page: 1, limit: 9, search }),
      );
      t.is(total, 1);
    }
  });

  run(`${name}: payees that were rejected before free their beneIds`, async (t) => {
    const [db] = (await empty(t)) as [Knex];
    await migrateBy(db, MIGRATIONS.slice(0, 1));
    const payee = (id: string, bene_id: string, state: string) => ({
      corporate_id: 'acme',
      bank_id: 'bank',
      beneficiary_id: id,
      bene_id,
      state,
      revision: 1,
      search: id,
      record: JSON.stringify({ packageCodes: [] }),
    });
    await db('beneficiaries').insert([
      payee('b-1', 'LIVE', 'approved'),
      payee('b-2', 'FREE', 'rejected'),
    ]);
    await migrate(db);
    await db('beneficiaries').insert(payee('b-3', 'FREE', 'pending_approval'));

    await t.throwsAsync(async () => db('beneficiaries').insert(payee('b-4', 'LIVE', 'approved')));
    await t.throwsAsync(async () => db('beneficiaries').insert(payee('b-5', 'FREE', 'approved')));
  });

  run(
    `${name}: jobs that were there before are to be indexed, once their intake is over`,
    async (t) => {
      const [db] = (await empty(t)) as [Knex];
      await migrateBy(db, MIGRATIONS.slice(0, 1));
      const [done, queued] = [aJobId(1), aJobId(2)];
      const owner = { bank_id: 'bank', corporate_id: 'acme' };
      const job = {
        ...owner,
        api_ref: 'A',
        initiated_by: 'u',
        requested_at: 1,
        total: 1,
        sequence: 1,
      };
      await db('jobs').insert([
        { ...job, job_id: done, status: 'completed_success' },
        { ...job, job_id: queued, status: 'queued' },
      ]);
      const work = { ...owner, run_at: 5, attempts: 0, token: 7 };
      await db('work').insert({ ...work, subject: queued, duty: 'process-jobs' });
      await migrate(db);

      t.deepEqual(await db('work').select('subject', 'duty').orderBy('subject'), [
        { subject: done, duty: 'index-payouts' },
        { subject: queued, duty: 'process-jobs' },
      ]);
    },
  );

  run(
    `${name}: payouts that awaited approval before still do, and expire by work of their job or of their own`,
    async (t) => {
      const [db] = (await empty(t)) as [Knex];
      await migrateBy(db, MIGRATIONS.slice(0, 2));
      const [indexed, waiting] = [aJobId(1), aJobId(2)];
      const owner = { bank_id: 'bank', corporate_id: 'acme' };
      const payout = (payout_id: string, job_id: string | null, status: string | null) => ({
        ...owner,
        payout_id,
        job_id,
        status,
        source: 'partner_api',
        initiation_mode: 'bulk',
        api_ref: 'A',
        reference: payout_id,
        beneficiary_id: 'b',
        package_code: 'P',
        amount: 1,
        created_by: '{}',
        created_at: 1,
        intake: status === null ? 'undecided' : 'accepted',
      });
      const lone = aTransactionId(1);
      await db('payouts').insert([
        payout(rowId(indexed, 0), indexed, 'pending_approval'),
        payout(rowId(waiting, 0), waiting, 'pending_approval'),
        payout(rowId(waiting, 1), waiting, 'partially_approved'),
        payout(rowId(waiting, 2), waiting, 'approved'),
        payout(rowId(waiting, 3), waiting, null),
        payout(lone, null, 'pending_approval'),
      ]);
      const work = { ...owner, run_at: 5, attempts: 0, token: 7 };
      await db('work').insert({ ...work, subject: indexed, duty: 'index-payouts' });
      await migrate(db);

      const found = await db('awaiting_approval').select<{ payout_id: string }[]>('payout_id');
      t.deepEqual(
        found.map(({ payout_id }) => payout_id).sort(),
        [rowId(indexed, 0), rowId(waiting, 0), rowId(waiting, 1), lone].sort(),
      );
      const due = await db('work').select<Record<string, string>[]>('subject', 'duty');
      t.deepEqual(Object.fromEntries(due.map(({ subject, duty }) => [subject, duty])), {
        [indexed]: 'index-payouts',
        [waiting]: 'expire-approvals',
        [lone]: 'expire-approvals',
      });
    },
  );

  run(
    `${name}: rows whose keys begin with their corporate from now on are all there`,
    async (t) => {
      const [db] = (await empty(t)) as [Knex];
      await migrateBy(db, MIGRATIONS.slice(0, MIGRATIONS.indexOf(webhooksByCorporate)));
      const owner = { bank_id: 'bank', corporate_id: 'acme' };
      const at = { event_at: 3, due_at: 5, attempts: 2, with_endpoint: 1, body: 'body' };
      const queued = { ...owner, endpoint_id: 'e', event_id: 'evt', event_type: 'type', ...at };
      const progress = { ...owner, endpoint_id: 'e', position: 7, failing_since: 4, slow: 1 };
      const backoff = { failures: 3, left_alone_until: 9 };
      const order = { ...owner, payout_id: aTransactionId(1), source: 's', initiation_mode: 'm' };
      const words = { api_ref: 'A', reference: 'R', beneficiary_id: 'b', package_code: 'P' };
      const made = { amount: 1, created_by: '{}', created_at: 1, intake: 'accepted' };
      const answer = { answer_id: 'a', payout_id: aTransactionId(1), verdict: '{}', at: 6 };
      await db('webhook_queue').insert(queued);
      await db('webhook_progress').insert({ ...progress, ...backoff });
      await db('payouts').insert({ ...order, ...words, ...made });
      await db('bank_answers').insert(answer);
      await migrate(db);

      // PostgreSQL gives its numbers as texts.
      const texts = (row: object = {}): object =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column, String(value)]));
      const only = async (table: string): Promise<object> => {
        const rows = await db(table).select<object[]>('*');
        t.is(rows.length, 1);
        return texts(rows[0]);
      };
      t.like(await only('webhook_queue'), texts(queued));
      t.like(await only('webhook_progress'), texts({ ...progress, ...backoff }));
      t.like(await only('bank_answers'), texts({ ...owner, ...answer }));
    },
  );
});
