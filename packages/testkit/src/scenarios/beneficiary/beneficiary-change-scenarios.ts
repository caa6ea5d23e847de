import assert from 'node:assert/strict';
import { E, type BeneficiaryId, type Hundi, type Storage, type TransactionId } from '@hundi/core';
import { demoRoles } from '../../kit/sandbox/demo-people.js';
import { decide } from '../stage/approval-stage.js';
import { allSealed, eventsAbout } from '../stage/event-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage, type Stage } from '../stage/stage.js';

/** A bank that merges: its account numbers stay, and its IFSCs change. */
const ACCOUNT = '04451010001234';
const OLD = 'SYNB0000445';
const NEW = 'CNRB0010445';
const MERGED = { beneBankAccounts: [{ accountNumber: ACCOUNT, ifscCode: NEW }] };

const details = {
  initiatedByUserId: 'u-maker',
  beneId: 'SYN01',
  beneName: 'Synergy Supplies',
  benePhoneNumber: '+919800000009',
  benePackageCodes: ['VENDOR'],
  beneBankAccounts: [{ accountNumber: ACCOUNT, ifscCode: OLD }],
};

type Members = Partial<Parameters<Hundi['createBeneficiary']>[1]>;
type Changes = Omit<
  Parameters<Hundi['changeBeneficiary']>[1],
  'beneficiaryId' | 'initiatedByUserId'
>;

const created = async ({ engine, tenant }: Stage, members: Members = {}): Promise<BeneficiaryId> =>
  expectRight(await engine.createBeneficiary(tenant, { ...details, ...members })).beneficiary
    .beneficiaryId;

const authorize = (
  { engine, tenant }: Stage,
  beneficiaryId: string,
  action: 'approve' | 'reject' = 'approve',
  actorUserId = 'u-checker',
  revision?: number,
) =>
  engine.authorizeBeneficiary(tenant, {
    beneficiaryId,
    actorUserId,
    action,
    ...(revision !== undefined && { revision }),
  });

const approved = async (stage: Stage, members: Members = {}): Promise<BeneficiaryId> => {
  const id = await created(stage, members);
  expectRight(await authorize(stage, id));
  return id;
};

const change = (
  { engine, tenant }: Stage,
  beneficiaryId: string,
  changes: Changes,
  initiatedByUserId = 'u-maker',
) => engine.changeBeneficiary(tenant, { beneficiaryId, initiatedByUserId, ...changes });

const deactivate = (
  { engine, tenant }: Stage,
  beneficiaryId: string,
  initiatedByUserId = 'u-maker',
) => engine.deactivateBeneficiary(tenant, { beneficiaryId, initiatedByUserId, comment: 'gone' });

const shown = async ({ engine, tenant }: Stage, beneficiaryId: string) =>
  expectRight(await engine.getBeneficiary(tenant, { beneficiaryId }));

/** The IFSC to which a payout of now goes, or why it goes nowhere. */
const goesTo = async (stage: Stage, beneficiaryId: string): Promise<string | undefined> => {
  const [payout] = await stage.pay([{ beneficiaryId }]);
  return payout?.status === 'rejected' ? payout.statusDetails?.code : payout?.beneficiary?.ifsc;
};

/** A payout that waits for approval. */
const openPayout = async (stage: Stage, beneficiaryId: string): Promise<TransactionId> => {
  const { ids } = await stage.post([{ beneficiaryId, amount: 2_000_000 }]);
  await stage.runDue();
  return ids[0] ?? assert.fail();
};

const stepsOf = async (stage: Stage, id: string) =>
  (await stage.journal(id)).map(({ from, to, actor }) => [from, to, actor]);

const tagOf = (result: E.Either<{ readonly _tag: string }, unknown>): string =>
  expectLeft(result)._tag;

const ofChanges: ReadonlyArray<Scenario> = [
  {
    title:
      'when a payee’s bank merges, its new IFSC waits for a checker while the old one stays in force',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await approved(stage);
      const open = await openPayout(stage, id);
      const waiting = expectRight(await change(stage, id, MERGED));
      assert.deepEqual([waiting.status, waiting.ifsc], ['active', OLD]);
      assert.deepEqual(
        waiting.pendingChange?.accounts.map(({ accountNumber, ifsc }) => [accountNumber, ifsc]),
        [[ACCOUNT, NEW]],
      );
      assert.equal(await goesTo(stage, id), OLD);

      const decided = expectRight(await authorize(stage, id));
      assert.equal(decided.beneficiary.approvalState, 'approved');
      const after = await shown(stage, id);
      assert.deepEqual([after.ifsc, after.pendingChange], [NEW, undefined]);
      assert.equal(after.accounts[0]?.accountId, waiting.accounts[0]?.accountId);
      assert.equal(await goesTo(stage, id), NEW);
      await decide(stage, 'u-checker', [open]);
      await stage.runDue();
      const { status, beneficiary } = await stage.payout(open);
      assert.deepEqual([status, beneficiary?.ifsc], ['paid', OLD]);
      assert.deepEqual(await stepsOf(stage, id), [
        [undefined, 'pending_approval', 'u-maker'],
        ['pending_approval', 'approved', 'u-checker'],
        ['approved', 'change_pending', 'u-maker'],
        ['change_pending', 'changed', 'u-checker'],
      ]);
    },
  },
  {
    title: 'a payee that was renamed, and the payouts of before, are found by either name',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, tenant } = stage;
      const id = await approved(stage);
      const payout = await openPayout(stage, id);
      expectRight(await change(stage, id, { beneName: 'Zeta Metals' }));
      expectRight(await authorize(stage, id));
      for (const search of ['synergy', 'Zeta  Metals']) {
        const found = expectRight(
          await engine.listTransactions(tenant, {
            initiatedByUserId: 'u-maker',
            limit: 50,
            search,
          }),
        );
        assert.deepEqual(
          found.items.map(({ transactionId }) => transactionId),
          [payout],
        );
        const payees = expectRight(
          await engine.browseBeneficiaries(tenant, {
            actorUserId: 'u-checker',
            page: 1,
            limit: 50,
            search,
          }),
        );
        assert.deepEqual(
          payees.items.map(({ beneficiaryId, name }) => [beneficiaryId, name]),
          [[id, 'Zeta Metals']],
        );
      }
    },
  },
  {
    title: 'whoever asked for a change does not decide on it, by whichever key it came',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { tenant, engine } = stage;
      const id = await approved(stage);
      expectRight(await change(stage, id, MERGED, 'u-both'));
      assert.equal(tagOf(await authorize(stage, id, 'approve', 'u-both')), 'OwnBeneficiary');
      assert.equal(tagOf(await authorize(stage, id, 'reject', 'u-maker')), 'NotAChecker');
      expectRight(await authorize(stage, id, 'reject'));
      const key = { actorUserId: 'u-admin', name: 'tills', scopes: ['payments' as const] };
      const { keyId } = expectRight(await engine.createApiKey(tenant, key)).key;
      expectRight(await change(stage, id, { ...MERGED, via: { keyId } }));
      const [last] = (await stage.journal(id)).slice(-1);

      assert.deepEqual(last?.via, { keyId });
      assert.deepEqual((await shown(stage, id)).pendingChange?.via, { keyId });
      expectRight(await authorize(stage, id));
    },
  },
  {
    title:
      'nobody decides on a payee that they, or a key of theirs, sent again before its last sender',
    run: async (storage) => {
      const roles = demoRoles().map((role) =>
        role.roleCode === 'checker'
          ? { ...role, permissions: [...role.permissions, 'settings.edit' as const] }
          : role,
      );
      const stage = await openStage(storage, { roles });
      const { tenant, engine } = stage;
      const key = { actorUserId: 'u-both', name: 'tills', scopes: ['payments' as const] };
      const { keyId } = expectRight(await engine.createApiKey(tenant, key)).key;
      for (const [via, refusal] of [
        [undefined, 'OwnBeneficiary'],
        [{ keyId }, 'CameByOwnKey'],
      ] as const) {
        const id = await created(stage, { beneId: refusal, beneName: refusal });
        expectRight(await authorize(stage, id, 'reject'));
        const by = via === undefined ? 'u-both' : 'u-maker';
        expectRight(await change(stage, id, { ...MERGED, ...(via && { via }) }, by));
        expectRight(await authorize(stage, id, 'reject'));
        expectRight(await change(stage, id, {}, 'u-maker-2'));

        assert.equal(tagOf(await authorize(stage, id, 'approve', 'u-both')), refusal);
        expectRight(await authorize(stage, id));
      }
    },
  },
  {
    title: 'a rejected change leaves the payee as it was, and another one may follow',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await approved(stage);
      const before = await shown(stage, id);
      expectRight(await change(stage, id, { ...MERGED, beneName: 'Another' }));
      assert.equal(tagOf(await change(stage, id, MERGED)), 'BeneficiaryAwaitsChecker');
      assert.equal(tagOf(await change(stage, id, { tags: ['x'] })), 'BeneficiaryAwaitsChecker');
      expectRight(await authorize(stage, id, 'reject'));

      assert.deepEqual(await shown(stage, id), { ...before, revision: before.revision + 2 });
      assert.equal(tagOf(await authorize(stage, id)), 'NotAwaitingApproval');
      expectRight(await change(stage, id, MERGED));
    },
  },
  {
    title:
      'a decision counts only for the values that the checker saw, whatever their maker put there since',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await approved(stage);
      const seen = expectRight(await change(stage, id, { tags: ['x'], beneName: 'Synergy' }));
      expectRight(await deactivate(stage, id));
      const swapped = expectRight(await change(stage, id, MERGED));
      for (const revision of [undefined, seen.revision])
        for (const action of ['approve', 'reject'] as const)
          assert.equal(
            tagOf(await authorize(stage, id, action, 'u-checker', revision)),
            'BeneficiaryMovedOn',
          );
      assert.equal((await shown(stage, id)).approvalState, 'pending_approval');
      // Also after another checker's decision.
      expectRight(await authorize(stage, id, 'reject', 'u-both', swapped.revision));
      const again = expectRight(await change(stage, id, {}));
      assert.equal(tagOf(await authorize(stage, id)), 'BeneficiaryMovedOn');

      expectRight(await authorize(stage, id, 'approve', 'u-checker', again.revision));
      assert.equal(await goesTo(stage, id), NEW);
      expectRight(await change(stage, id, { beneName: 'Synergy' }));
      assert.equal(
        tagOf(await authorize(stage, id, 'approve', 'u-checker', again.revision)),
        'BeneficiaryMovedOn',
      );
      expectRight(await authorize(stage, id));
    },
  },
  {
    title: 'a change that names the revision its maker saw counts for no other one',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await approved(stage);
      const { revision } = await shown(stage, id);
      expectRight(await change(stage, id, { tags: ['x'], revision }));
      assert.equal(tagOf(await change(stage, id, { tags: ['y'], revision })), 'BeneficiaryMovedOn');
      assert.deepEqual((await shown(stage, id)).tags, ['x']);
      expectRight(await change(stage, id, { tags: ['y'], revision: revision + 1 }));
    },
  },
  {
    title:
      'a person learns of a payee what changes, who asked for it, and what they may do themselves',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, tenant } = stage;
      const review = async (beneficiaryId: string, actorUserId: string) =>
        expectRight(await engine.reviewBeneficiary(tenant, { beneficiaryId, actorUserId }));
      const id = await approved(stage);
      expectRight(await change(stage, id, { beneName: 'Synergy', tags: ['x'] }, 'u-both'));

      const seen = await review(id, 'u-checker');
      assert.deepEqual(seen.beneficiary, await shown(stage, id));
      assert.deepEqual([...seen.differing].sort(), ['accounts', 'name', 'tags']);
      assert.equal(seen.usernames.get('u-both'), 'both');
      assert.equal(seen.usernames.get('u-maker'), 'maker');
      const may = async (actorUserId: string) => {
        const { mayAuthorize, mayChange } = await review(id, actorUserId);
        return { mayAuthorize, mayChange };
      };
      assert.deepEqual(await may('u-checker'), { mayAuthorize: true, mayChange: false });
      assert.deepEqual(await may('u-both'), { mayAuthorize: false, mayChange: true });
      assert.deepEqual(await may('u-maker'), { mayAuthorize: false, mayChange: true });
      for (const actorUserId of ['u-clerk', 'u-head'])
        assert.equal(
          tagOf(await engine.reviewBeneficiary(tenant, { beneficiaryId: id, actorUserId })),
          'BeneficiaryNotFound',
        );
      expectRight(await authorize(stage, id));
      assert.deepEqual(await may('u-checker'), { mayAuthorize: false, mayChange: false });
    },
  },
  {
    title: 'a maker may choose among the usable packages of the roles that make payees',
    asksStore: true,
    run: async (storage) => {
      const { engine, tenant } = await openStage(storage);
      const packages = (actorUserId: string) => engine.listMakersPackages(tenant, { actorUserId });
      assert.deepEqual(
        expectRight(await packages('u-maker')).map(({ packageCode }) => packageCode),
        ['CAPEX', 'SALARY', 'VENDOR'],
      );
      assert.equal(tagOf(await packages('u-checker')), 'NotABeneficiaryMaker');
      assert.equal(tagOf(await packages('u-nobody')), 'ActorNotFound');
    },
  },
  {
    title: 'of many changes of one payee that come together each takes place, one after the other',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await approved(stage);
      const tags = Array.from({ length: 40 }, (_, i) => `T-${String(i)}`);
      const done = await Promise.all(tags.map((tag) => change(stage, id, { tags: [tag] })));
      assert.ok(done.every(E.isRight));
    },
  },
  {
    title: 'packages and contact data change at once, and wait beside a new account',
    run: async (storage) => {
      const contact = {
        benePhoneNumber: '+919800000010',
        beneEmail: 'accounts@synergy.example',
        benePackageCodes: ['VENDOR', 'CAPEX'],
        tags: ['merged'],
      };
      const stage = await openStage(storage);
      const id = await approved(stage);
      const changed = expectRight(await change(stage, id, contact));
      assert.deepEqual(
        [changed.phoneNumber, changed.email, changed.packageCodes, changed.tags],
        [contact.benePhoneNumber, contact.beneEmail, contact.benePackageCodes, contact.tags],
      );
      assert.equal(changed.pendingChange, undefined);
      const steps = (await stage.journal(id)).length;
      assert.deepEqual(expectRight(await change(stage, id, contact)), changed);
      assert.equal((await stage.journal(id)).length, steps);

      expectRight(await change(stage, id, { ...MERGED, beneEmail: null }));
      assert.equal((await shown(stage, id)).email, contact.beneEmail);
      expectRight(await authorize(stage, id));
      assert.equal((await shown(stage, id)).email, undefined);
    },
  },
  {
    title: 'where a corporate asks for a second person, every change of a payee waits',
    run: async (storage) => {
      const stage = await openStage(storage, { settingsNeedSecondPerson: true });
      const id = await approved(stage);
      const waiting = expectRight(await change(stage, id, { tags: ['merged'] }));
      assert.deepEqual([waiting.tags, waiting.pendingChange?.tags], [[], ['merged']]);
      expectRight(await authorize(stage, id));
      assert.deepEqual((await shown(stage, id)).tags, ['merged']);
    },
  },
  {
    title: 'a maker changes payees within reach only, and moves no package beyond it',
    run: async (storage) => {
      const roles = demoRoles().map((role) =>
        role.roleCode === 'clerk'
          ? { ...role, permissions: [...role.permissions, 'beneficiary.make' as const] }
          : role,
      );
      const stage = await openStage(storage, { roles });
      const [vendor, capex] = [
        await approved(stage),
        await approved(stage, {
          beneId: 'CAPEX01',
          beneName: 'Capex',
          benePackageCodes: ['CAPEX', 'VENDOR'],
        }),
      ];
      const tried = async (id: string, changes: Changes, by: string) => {
        const result = await change(stage, id, changes, by);
        return E.isLeft(result) ? result.left._tag : 'changed';
      };
      assert.equal(await tried(vendor, MERGED, 'u-nobody'), 'ActorNotFound');
      assert.equal(await tried(vendor, MERGED, 'u-checker'), 'NotABeneficiaryMaker');
      assert.equal(await tried(`${vendor}0`, MERGED, 'u-maker'), 'BeneficiaryNotFound');
      for (const benePackageCodes of [['VENDOR'], ['CAPEX', 'VENDOR', 'SALARY']])
        assert.equal(await tried(capex, { benePackageCodes }, 'u-clerk'), 'PackagesDenied');
      assert.equal(await tried(capex, { benePackageCodes: ['NONE'] }, 'u-maker'), 'InvalidInput');
      assert.equal(await tried(capex, { beneId: 'OTHER01' }, 'u-maker'), 'InvalidInput');
      assert.equal(await tried(capex, { beneId: 'capex01', tags: ['x'] }, 'u-clerk'), 'changed');
      expectRight(await change(stage, capex, { benePackageCodes: ['CAPEX'] }));
      assert.equal(await tried(capex, { tags: ['y'] }, 'u-clerk'), 'BeneficiaryNotFound');
      assert.equal(tagOf(await deactivate(stage, capex, 'u-clerk')), 'BeneficiaryNotFound');
      const seenBy = (actorUserId: string) =>
        stage.engine.getBeneficiary(stage.tenant, { beneficiaryId: capex, actorUserId });
      assert.equal(tagOf(await seenBy('u-clerk')), 'BeneficiaryNotFound');
      assert.equal(tagOf(await seenBy('u-head')), 'NotABeneficiaryReader');
      expectRight(await seenBy('u-checker'));
    },
  },
  {
    title: 'no change gives a payee the name and account of another one, also when that came later',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await approved(stage);
      const other = {
        beneName: 'Other Supplies',
        beneBankAccounts: [{ accountNumber: '700000000002', ifscCode: NEW }],
      };
      expectRight(await change(stage, id, other));
      await approved(stage, { ...other, beneId: 'OTHER01', beneName: 'other  supplies' });

      assert.equal(tagOf(await authorize(stage, id)), 'DuplicateBeneficiary');
      assert.equal((await shown(stage, id)).pendingChange?.name, 'Other Supplies');
      expectRight(await authorize(stage, id, 'reject'));
    },
  },
  {
    title: 'checkers and makers who act on one change at the same time: one counts',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await approved(stage);
      const other = { ...stage, engine: stage.another() };
      const asked = await Promise.all([
        change(stage, id, MERGED),
        change(other, id, { beneName: 'Another' }, 'u-maker-2'),
      ]);
      assert.equal(asked.filter(E.isRight).length, 1);
      const decided = await Promise.all([
        authorize(stage, id),
        authorize(other, id, 'reject', 'u-both'),
      ]);
      assert.equal(decided.filter(E.isRight).length, 1);
      assert.equal((await stage.journal(id)).length, 4);
    },
  },
  {
    title:
      'of changes of one payee at the same time each counts, unless it names what the payee was before',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await approved(stage);
      const others = [stage, { ...stage, engine: stage.another() }];
      const all = ['a', 'b'].flatMap((tag) => others.map((one) => [one, tag] as const));
      const before = (await stage.journal(id)).length;
      for (const one of await Promise.all(
        all.map(([one, tag], i) => change(one, id, { tags: [tag, String(i)] })),
      ))
        expectRight(one);
      assert.equal((await stage.journal(id)).length, before + all.length);

      const { revision } = await shown(stage, id);
      const named = await Promise.all(
        all.map(([one, tag]) => change(one, id, { tags: [tag], revision })),
      );
      const refused = named.flatMap((one) => (E.isLeft(one) ? [one.left._tag] : []));
      assert.deepEqual(
        refused,
        Array.from({ length: 3 }, () => 'BeneficiaryMovedOn'),
      );

      const [changed, ended] = await Promise.all([
        change(stage, id, { tags: ['last'] }),
        deactivate({ ...stage, engine: stage.another() }, id),
      ]);
      expectRight(changed);
      expectRight(ended);
    },
  },
  {
    title: 'a person finds the payees of which a change waits',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await approved(stage);
      const waiting = async (actorUserId = 'u-checker') =>
        expectRight(
          await stage.engine.browseBeneficiaries(stage.tenant, {
            actorUserId,
            changePending: true,
            page: 1,
            limit: 100,
          }),
        ).items.map(({ beneficiaryId }) => beneficiaryId);
      assert.deepEqual(await waiting(), []);
      expectRight(await change(stage, id, MERGED));

      assert.deepEqual(await waiting(), [id]);
      assert.deepEqual(await waiting('u-maker'), [id]);
      expectRight(await authorize(stage, id));
      assert.deepEqual(await waiting(), []);
    },
  },
];

const ofStates: ReadonlyArray<Scenario> = [
  {
    title: 'a rejected payee is sent again, corrected, and waits for a checker as a new one does',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await created(stage);
      expectRight(await authorize(stage, id, 'reject'));
      const again = expectRight(await change(stage, id, MERGED, 'u-both'));

      assert.deepEqual([again.approvalState, again.ifsc], ['pending_approval', NEW]);
      assert.equal(await goesTo(stage, id), 'beneficiary_not_approved');
      assert.equal(tagOf(await change(stage, id, MERGED)), 'BeneficiaryAwaitsChecker');
      assert.equal(tagOf(await authorize(stage, id, 'approve', 'u-both')), 'OwnBeneficiary');
      expectRight(await authorize(stage, id));
      assert.equal(await goesTo(stage, id), NEW);
    },
  },
  {
    title: 'a rejected payee is not sent again while another one holds its beneId or its account',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await created(stage);
      expectRight(await authorize(stage, id, 'reject'));
      const next = await created(stage);
      assert.equal(tagOf(await change(stage, id, {})), 'DuplicateBeneficiary');
      expectRight(await authorize(stage, next, 'reject'));
      const same = await created(stage, { beneId: 'SYN02' });
      assert.equal(tagOf(await change(stage, id, {})), 'DuplicateBeneficiary');
      expectRight(await authorize(stage, same, 'reject'));
      expectRight(await change(stage, id, {}));
    },
  },
  {
    title: 'a deactivated payee gets no further payout, frees what it held, and open payouts go on',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await approved(stage);
      assert.equal(tagOf(await deactivate(stage, id, 'u-checker')), 'NotABeneficiaryMaker');
      const open = await openPayout(stage, id);
      expectRight(await change(stage, id, MERGED));
      const ended = expectRight(await deactivate(stage, id));

      assert.deepEqual(
        [ended.status, ended.approvalState, ended.deactivatedBy, ended.comment],
        ['inactive', 'deactivated', 'u-maker', 'gone'],
      );
      assert.equal(ended.pendingChange, undefined);
      assert.equal(await goesTo(stage, id), 'beneficiary_not_approved');
      assert.equal(tagOf(await deactivate(stage, id)), 'BeneficiaryNotActive');
      assert.equal(tagOf(await authorize(stage, id)), 'NotAwaitingApproval');
      const active = expectRight(
        await stage.engine.listBeneficiaries(stage.tenant, { page: 1, limit: 50, search: 'Syn' }),
      );
      assert.equal(active.total, 0);
      await decide(stage, 'u-checker', [open]);
      await stage.runDue();
      assert.equal((await stage.payout(open)).status, 'paid');
      const next = await approved(stage);
      assert.equal(await goesTo(stage, next), OLD);
    },
  },
];

const ofEvents: ReadonlyArray<Scenario> = [
  {
    title:
      'each step of a payee has an event, which shows the values of that moment however late it is sealed',
    asksStore: true,
    run: async (storage: Storage) => {
      const stage = await openStage(storage);
      const id = await approved(stage);
      expectRight(await change(stage, id, { beneName: 'Wrong' }));
      expectRight(await authorize(stage, id, 'reject'));
      expectRight(await change(stage, id, MERGED));
      expectRight(await authorize(stage, id));
      expectRight(await change(stage, id, { benePhoneNumber: '+919800000010' }));
      expectRight(await deactivate(stage, id));
      expectRight(await change(stage, id, { beneName: 'Synergy' }));
      await stage.runDue();

      const ifscIn = (object: unknown) =>
        (object as { readonly accounts?: ReadonlyArray<{ readonly ifsc: string }> } | undefined)
          ?.accounts?.[0]?.ifsc;
      assert.deepEqual(
        (await eventsAbout(stage, id)).map(({ type, sequence, data: { object } }) => [
          sequence,
          type.slice('beneficiary.'.length),
          object['approvalState'],
          object['name'],
          ifscIn(object),
          object['phoneNumber'] === details.benePhoneNumber,
          (object['change'] as { readonly name?: string } | undefined)?.name,
          ifscIn(object['change']),
        ]),
        [
          [
            1,
            'pending_approval',
            'pending_approval',
            details.beneName,
            OLD,
            true,
            undefined,
            undefined,
          ],
          [2, 'approved', 'approved', details.beneName, OLD, true, undefined, undefined],
          [3, 'change_pending', 'approved', details.beneName, OLD, true, 'Wrong', OLD],
          [4, 'change_rejected', 'approved', details.beneName, OLD, true, 'Wrong', OLD],
          [5, 'change_pending', 'approved', details.beneName, OLD, true, details.beneName, NEW],
          [6, 'changed', 'approved', details.beneName, NEW, true, undefined, undefined],
          [7, 'changed', 'approved', details.beneName, NEW, false, undefined, undefined],
          [8, 'deactivated', 'deactivated', details.beneName, NEW, false, undefined, undefined],
          [9, 'pending_approval', 'pending_approval', 'Synergy', NEW, false, undefined, undefined],
        ],
      );
      await allSealed(storage);
    },
  },
];

/** A storage whose entries of payees hold no values, as those of older versions do. */
const older = (storage: Storage): Storage => ({
  ...storage,
  atomically: (work) =>
    storage.atomically((stores) =>
      work({
        ...stores,
        journal: {
          ...stores.journal,
          append: (entries) =>
            stores.journal.append(
              entries.map((entry) => {
                const { values: _none, ...changes } = entry.changes;
                return { ...entry, changes };
              }),
            ),
        },
      }),
    ),
});

const afterUpgrades: ReadonlyArray<Scenario> = [
  {
    title:
      'events of a payee of an older version show the values of then, however often it changed since',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = await approved({ ...stage, engine: stage.another({ storage: older(storage) }) });
      for (const beneName of ['Synergy', 'Synergy Limited']) {
        expectRight(await change(stage, id, { ...MERGED, beneName }));
        expectRight(await authorize(stage, id));
      }
      await stage.runDue();

      assert.deepEqual(
        (await eventsAbout(stage, id)).map(({ data: { object } }) => object['name']),
        [
          ...Array<string>(3).fill(details.beneName),
          ...Array<string>(2).fill('Synergy'),
          'Synergy Limited',
        ],
      );
    },
  },
];

export const beneficiaryChangeScenarios: ReadonlyArray<Scenario> = [
  ...ofChanges,
  ...ofStates,
  ...ofEvents,
  ...afterUpgrades,
];
