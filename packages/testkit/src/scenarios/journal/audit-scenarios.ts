import assert from 'node:assert/strict';
import type { CursorPage, Hundi } from '@hundi/core';
import type { JournalRecord } from '@hundi/core/wire';
import { cancel, decide, first, waiting } from '../stage/approval-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage, type Stage } from '../stage/stage.js';

const HOUR = 3_600_000;

const journal = async (
  { engine, tenant }: Pick<Stage, 'engine' | 'tenant'>,
  actorUserId: string,
  asked: Partial<Parameters<Hundi['listJournal']>[1]> = {},
): Promise<CursorPage<JournalRecord>> =>
  expectRight(await engine.listJournal(tenant, { limit: 100, ...asked, actorUserId }));

const globexOf = (stage: Stage) => ({
  ...stage,
  tenant: { ...stage.tenant, corporateTenantId: 'globex' as never },
});

/** A bank that takes orders, never answers and cannot be asked. */
const deaf = ({ bank: { rail } }: Stage) => ({
  ...rail,
  submit: () => Promise.reject(new Error('no answer')),
  query: () => Promise.reject(new Error('no answer')),
});

export const auditScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'the journal of a payout says who made each change, newest first',
    run: async (storage) => {
      const stage = await openStage(storage);
      const ids = await waiting(stage, 1, 'CAPEX');
      await decide(stage, 'u-checker', ids);
      await cancel(stage, 'u-maker', first(ids), 'too much');
      const { items } = await journal(stage, 'u-checker', { subject: first(ids) });
      assert.deepEqual(
        items.map(({ subjectKind, subjectId, sequence, from, to, actor, actorName }) => [
          subjectKind,
          subjectId === first(ids),
          sequence,
          from,
          to,
          actor,
          actorName,
        ]),
        [
          ['payout', true, 3, 'partially_approved', 'cancelled', 'u-maker', 'maker'],
          ['payout', true, 2, 'pending_approval', 'partially_approved', 'u-checker', 'checker'],
          ['payout', true, 1, undefined, 'pending_approval', 'intake', undefined],
        ],
      );
      assert.equal(items[0]?.changes['comment'], 'too much');
    },
  },
  {
    title:
      'a person with operations.view sees the whole journal; others see the payouts that their roles reach',
    run: async (storage) => {
      const stage = await openStage(storage);
      const vendor = await waiting(stage);
      const salary = await waiting(stage, 1, 'SALARY');
      const kinds = new Set((await journal(stage, 'u-admin')).items.map((one) => one.subjectKind));
      assert.ok(kinds.has('job') && kinds.has('payout') && kinds.has('api_key'));

      const subjects = async (userId: string) =>
        (await journal(stage, userId)).items.map(({ subjectId }) => subjectId);
      assert.deepEqual(await subjects('u-checker'), [...salary, ...vendor]);
      assert.deepEqual(await subjects('u-clerk'), vendor);
      const asked = { subject: first(salary) };
      assert.deepEqual((await journal(stage, 'u-clerk', asked)).items, []);
      assert.equal((await journal(stage, 'u-admin', asked)).items.length, 1);
      assert.deepEqual((await journal(globexOf(stage), 'u-admin', asked)).items, []);
    },
  },
  {
    title: 'a person who may see neither payouts nor operations has no journal',
    run: async (storage) => {
      const stage = await openStage(storage, {
        roles: [
          { roleCode: 'admin', permissions: ['settings.edit'] },
          { roleCode: 'maker', permissions: ['transaction.make'] },
        ],
        users: ['u-admin', 'u-maker'].map((userId) => ({
          userId,
          username: userId,
          kind: 'human' as const,
          approvalState: 'approved' as const,
          roleCodes: [userId.slice(2)],
        })),
        approvalMatrix: [],
        apiKeys: [],
      });
      const refused = async (actorUserId: string) =>
        expectLeft(await stage.engine.listJournal(stage.tenant, { limit: 1, actorUserId }))._tag;
      assert.equal(await refused('u-admin'), 'NotAJournalReader');
      assert.equal(await refused('u-nobody'), 'ActorNotFound');
      assert.deepEqual((await journal(stage, 'u-maker')).items, []);
    },
  },
  {
    title: 'pages of the journal hold every entry once, while others are written',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      await stage.pay([{}, {}]);
      const all = (await journal(stage, 'u-admin')).items;
      const seen: JournalRecord[] = [];
      let after: string | undefined;
      do {
        const page = await journal(stage, 'u-admin', { limit: 3, ...(after && { after }) });
        seen.push(...page.items);
        after = page.nextCursor ?? undefined;
        await stage.pay([{}]);
      } while (after !== undefined);
      assert.deepEqual(seen, all);
      const cursor = (await journal(stage, 'u-admin', { limit: 1 })).nextCursor ?? assert.fail();
      for (const [actorUserId, asked] of [
        ['u-checker', {}],
        ['u-admin', { subject: 'x' }],
      ] as const) {
        const input = { limit: 1, after: cursor, actorUserId, ...asked };
        const answer = await stage.engine.listJournal(stage.tenant, input);
        assert.equal(expectLeft(answer)._tag, 'InvalidCursor');
      }
    },
  },
  {
    title: 'a person with operations.view sees the incidents, newest first, page by page',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{}, {}, {}]);
      await stage.another({ bankRail: deaf(stage) }).runDue();
      stage.clock.advance(2 * HOUR);
      await stage.another({ bankRail: deaf(stage) }).runDue();

      const list = async (asked: { readonly after?: string }) =>
        expectRight(
          await stage.engine.listIncidents(stage.tenant, {
            actorUserId: 'u-admin',
            limit: 2,
            ...asked,
          }),
        );
      const one = await list({});
      const two = await list({ after: one.nextCursor ?? assert.fail() });
      const subjects = [...one.items, ...two.items].map(({ subjectId }) => subjectId).sort();
      assert.deepEqual(subjects, [...ids].sort());
      assert.deepEqual([one.hasMore, two.hasMore, two.nextCursor], [true, false, null]);
      assert.deepEqual(new Set(one.items.map(({ kind }) => kind)), new Set(['outcome_unknown']));

      for (const [actorUserId, expected] of [
        ['u-checker', 'NotAnOperationsViewer'],
        ['u-nobody', 'ActorNotFound'],
      ] as const) {
        const input = { actorUserId, limit: 1 };
        const answer = await stage.engine.listIncidents(stage.tenant, input);
        assert.equal(expectLeft(answer)._tag, expected);
      }
      const other = globexOf(stage);
      const input = { actorUserId: 'u-admin', limit: 5 };
      assert.deepEqual(
        expectRight(await stage.engine.listIncidents(other.tenant, input)).items,
        [],
      );
    },
  },
];
