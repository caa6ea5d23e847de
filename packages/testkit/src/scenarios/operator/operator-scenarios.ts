import assert from 'node:assert/strict';
import type { Storage } from '@hundi/core';
import {
  findArchived,
  findPayouts,
  listAllIncidents,
  listUnknowns,
  readPayout,
  type FindPayouts,
} from '@hundi/core/operator';
import { bankRefOf } from '@hundi/core/rail';
import { demoDocument } from '../../kit/sandbox/demo-document.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage } from '../stage/stage.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const found = async (storage: Storage, text: string, where?: FindPayouts) => {
  const ids: string[] = [];
  for await (const { transactionId } of findPayouts(storage, text, where)) ids.push(transactionId);
  return ids.sort();
};

/** The tail of the accounts to which the sandbox bank loses orders, and never says so. */
const LOST = 'LOST01';

/** A stage with a payout that the bank lost, and one that it paid, two hours ago. */
const stuck = async (storage: Storage) => {
  const stage = await openStage(storage, {}, { traits: { absenceFinalAfterMs: null } });
  const posted = await stage.post([{ to: LOST, reference: 'INV-LOST' }, { reference: 'INV-PAID' }]);
  await stage.runDue();
  await stage.advance(2 * HOUR);
  const [lost, paid] = posted.ids as unknown as readonly [never, never];
  return { stage, lost, paid, jobId: posted.jobId };
};

export const operatorScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a host raises what it saw of a file once: at a payout of that bank, at a corporate, or at the bank',
    asksStore: true,
    run: async (storage) => {
      const { stage, lost } = await stuck(storage);
      const { bankTenantId, corporateTenantId } = stage.tenant;
      const said = { bankTenantId, subjectId: 'a.xml', detail: 'no end' };
      const kind = 'bank_entry_unmatched';
      const incidents = [
        { ...said, kind: 'bank_file_refused' },
        { ...said, kind, corporateTenantId },
        { ...said, kind, bankRef: bankRefOf(lost) },
        { ...said, kind, bankRef: 'NOT-OURS', subjectId: 'b.xml' },
        { ...said, kind, bankRef: bankRefOf(lost), bankTenantId: 'other' },
      ] as const;
      const listed = async () => {
        const all: string[][] = [];
        for await (const { incident, payout } of listAllIncidents(storage))
          all.push([
            incident.tenant.corporateTenantId,
            incident.kind,
            incident.subjectId,
            incident.detail,
            ...(payout === undefined ? [] : [payout.transactionId]),
          ]);
        return all.filter(([, one]) => one !== 'outcome_unknown').reverse();
      };
      for (const _ of [1, 2]) expectRight(await stage.engine.raiseIncidents({ incidents }));

      assert.deepEqual(await listed(), [
        [bankTenantId, 'bank_file_refused', 'a.xml', 'no end'],
        [corporateTenantId, kind, 'a.xml', 'no end'],
        [corporateTenantId, kind, lost, 'a.xml: no end', lost],
        [bankTenantId, kind, 'b.xml', 'no end'],
        ['other', kind, 'a.xml', 'no end'],
      ]);
    },
  },
  {
    title:
      'each file that differs about a payout is an incident, at the bank whose payout it is; one about nobody’s order stands at every bank of the rail',
    asksStore: true,
    run: async (storage) => {
      const { stage, lost } = await stuck(storage);
      const { bankTenantId, corporateTenantId } = stage.tenant;
      const kind = 'bank_status_unmatched';
      const rail = { kind, bankTenantId: 'other', otherBanks: [bankTenantId] } as const;
      const about = { ...rail, bankRef: bankRefOf(lost) };
      const incidents = [
        { ...rail, subjectId: 'a.xml', detail: 'two words' },
        { ...about, subjectId: 'a.xml', detail: 'another amount' },
        { ...about, subjectId: 'b.xml', detail: 'no UTR' },
        { ...rail, bankRef: 'NOT-OURS', subjectId: 'a.xml', detail: 'a third word' },
      ] as const;
      const listed = async () => {
        const all: string[] = [];
        for await (const { incident } of listAllIncidents(storage, { kind }))
          all.push(
            [incident.tenant.corporateTenantId, incident.subjectId, incident.detail].join(' | '),
          );
        return all.sort();
      };
      for (const _ of [1, 2])
        for (const all of [incidents, incidents.slice(1, 3).reverse()])
          expectRight(await stage.engine.raiseIncidents({ incidents: all }));

      assert.deepEqual(
        await listed(),
        [
          `${corporateTenantId} | ${String(lost)} | a.xml: another amount`,
          `${corporateTenantId} | ${String(lost)}: b.xml | b.xml: no UTR`,
          ...[bankTenantId, 'other'].flatMap((bank) => [
            `${bank} | a.xml | two words`,
            `${bank} | a.xml: NOT-OURS | a third word`,
          ]),
        ].sort(),
      );
    },
  },
  {
    title:
      'what a file says of a bank as a whole is for operators, also where a corporate is called as its bank',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { bankTenantId } = stage.tenant;
      const roles = [{ roleCode: 'viewer', permissions: ['operations.view' as const] }];
      const viewer = {
        userId: 'u-viewer',
        username: 'viewer',
        kind: 'human' as const,
        approvalState: 'approved' as const,
        roleCodes: ['viewer'],
      };
      const named = { corporateTenantId: bankTenantId as string, name: 'Demo Bank itself' };
      const bankTenants = demoDocument().bankTenants.map((bank) => ({
        ...bank,
        corporates: [{ ...named, roles, users: [viewer] }],
      }));
      expectRight(await stage.engine.provision({ bankTenants }));
      const incident = {
        bankTenantId,
        kind: 'bank_file_refused',
        subjectId: 'a',
        detail: 'no end',
      };
      expectRight(await stage.engine.raiseIncidents({ incidents: [incident as never] }));

      const tenant = { bankTenantId, corporateTenantId: named.corporateTenantId as never };
      const page = await stage.engine.listIncidents(tenant, { actorUserId: 'u-viewer', limit: 10 });
      assert.deepEqual(expectRight(page).items, []);
      const all: string[] = [];
      for await (const one of listAllIncidents(storage)) all.push(one.incident.subjectId);
      assert.deepEqual(all, ['a']);
    },
  },
  {
    title: 'operators see payouts whose outcome is unknown, the oldest first, from an age on',
    run: async (storage) => {
      const { stage, lost } = await stuck(storage);
      const { ids } = await stage.post([{ to: LOST }]);
      await stage.runDue();
      await stage.advance(10 * MINUTE);
      const list = async (olderThanMs: number, limit = 10) =>
        (await listUnknowns(stage, { olderThanMs, limit })).map(
          ({ payout }) => payout.transactionId,
        );

      assert.deepEqual(await list(0), [lost, ids[0]]);
      assert.deepEqual(await list(HOUR), [lost]);
      assert.deepEqual(await list(0, 1), [lost]);
      assert.deepEqual(await list(24 * HOUR), []);
      const [first] = await listUnknowns(stage, { olderThanMs: 0, limit: 1 });
      assert.equal(first?.payout.status, 'sent_to_bank');
      assert.ok(first.ageMs >= 2 * HOUR);
      assert.ok(first.asked > 1 && first.nextAt > stage.clock.now());
    },
  },
  {
    title: 'operators find a payout by each of its references, once, at every corporate or at one',
    run: async (storage) => {
      const { stage, paid, jobId } = await stuck(storage);
      const file = await readPayout(storage, paid);
      assert.ok(file?.payout.utr !== undefined);
      const { bankRef, utr, reference } = file.payout;

      for (const text of [paid, bankRef, reference])
        assert.deepEqual(await found(storage, text), [paid], text);
      assert.equal((await found(storage, jobId)).length, 2);
      assert.equal((await found(storage, 'Run of payments')).length, 2);
      assert.deepEqual(await found(storage, 'INV-'), []);
      assert.deepEqual(await found(storage, utr), []);
      assert.deepEqual(await found(storage, utr, { alsoByBankSince: 0 }), [paid]);
      assert.deepEqual(await found(storage, utr, { alsoByBankSince: stage.clock.now() }), []);
      const { corporateTenantId } = file.payout.tenant;
      assert.deepEqual(await found(storage, reference, { corporateTenantId }), [paid]);
      const other = 'globex' as typeof corporateTenantId;
      assert.deepEqual(await found(storage, reference, { corporateTenantId: other }), []);
      assert.equal(await findArchived(storage, bankRef), undefined);
    },
  },
  {
    title: 'operators find a payout that intake turned away by the reference that it let go',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [refused] = await stage.pay([{ reference: 'INV-9', debitAccountNumber: '99999999' }]);
      assert.equal(refused?.status, 'rejected');

      assert.deepEqual(await found(storage, 'INV-9'), [refused.transactionId]);
    },
  },
  {
    title:
      'operators read a payout with its history, its incidents, and when the bank is asked about it',
    run: async (storage) => {
      const { stage, lost, paid } = await stuck(storage);
      const [a, b] = [await readPayout(storage, lost), await readPayout(storage, paid)];

      assert.deepEqual(
        b?.history.map(({ to }) => to),
        ['approved', 'sent_to_bank', 'paid'],
      );
      assert.deepEqual(b.incidents, []);
      assert.deepEqual(
        a?.incidents.map(({ kind, subjectId }) => [kind, subjectId]),
        [['outcome_unknown', lost]],
      );
      const [listed] = await listUnknowns(stage, { olderThanMs: 0, limit: 1 });
      assert.deepEqual(a.asking, { asked: listed?.asked, nextAt: listed?.nextAt });
      assert.equal(b.asking, undefined);
      const none = '0190b2a0-0000-7000-8000-000000000000' as typeof lost;
      assert.equal(await readPayout(storage, none), undefined);
    },
  },
  {
    title: 'operators see incidents of every corporate with the payouts that they are about',
    run: async (storage) => {
      const { lost } = await stuck(storage);
      const list = async (filter?: Parameters<typeof listAllIncidents>[1]) => {
        const seen: (readonly [string, string | undefined])[] = [];
        for await (const { incident, payout } of listAllIncidents(storage, filter))
          seen.push([incident.kind, payout?.transactionId]);
        return seen;
      };

      assert.deepEqual(await list(), [['outcome_unknown', lost]]);
      assert.deepEqual(await list({ kind: 'outcome_unknown', corporateTenantId: 'acme' }), [
        ['outcome_unknown', lost],
      ]);
      assert.deepEqual(await list({ kind: 'contradictory_answer' }), []);
      assert.deepEqual(await list({ corporateTenantId: 'globex' }), []);
    },
  },
];
