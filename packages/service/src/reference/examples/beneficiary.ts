import assert from 'node:assert/strict';
import { answerOf, refusalOf, type Stories } from './opening.js';

export const beneficiary: Stories = {
  'A maker adds a payee, a checker approves it, and others find it': async ({ engine, tenant }) => {
    const packages = answerOf(await engine.listMakersPackages(tenant, { actorUserId: 'u-maker' }));
    assert.equal(packages.length, 3);
    const created = answerOf(
      await engine.createBeneficiary(tenant, {
        initiatedByUserId: 'u-maker',
        beneId: 'RAO01',
        beneName: 'Rao Traders',
        benePhoneNumber: '+919800001234',
        benePackageCodes: ['VENDOR'],
        beneBankAccounts: [{ accountNumber: '123456780099', ifscCode: 'HDFC0000001' }],
      }),
    );
    const { beneficiaryId } = created.beneficiary;
    const seen = answerOf(
      await engine.reviewBeneficiary(tenant, { beneficiaryId, actorUserId: 'u-checker' }),
    );
    assert.equal(seen.mayAuthorize, true);
    const approval = { beneficiaryId, action: 'approve' } as const;
    const byMaker = await engine.authorizeBeneficiary(tenant, {
      ...approval,
      actorUserId: 'u-maker',
    });
    assert.equal(refusalOf(byMaker), 'NotAChecker');
    answerOf(await engine.authorizeBeneficiary(tenant, { ...approval, actorUserId: 'u-checker' }));
    const approved = answerOf(
      await engine.listBeneficiaries(tenant, { search: 'Rao Traders', page: 1, limit: 20 }),
    );
    assert.equal(approved.items[0]?.beneficiaryId, beneficiaryId);
  },
  'A maker changes a payee, a checker approves the change, and a maker ends the payee': async ({
    engine,
    tenant,
    sandbox,
  }) => {
    const beneficiaryId = await sandbox.beneficiary('SHARMA01');
    answerOf(
      await engine.changeBeneficiary(tenant, {
        beneficiaryId,
        initiatedByUserId: 'u-maker',
        beneName: 'Sharma Steel Works',
      }),
    );
    const waiting = { actorUserId: 'u-checker', changePending: true, limit: 20 } as const;
    const counted = answerOf(await engine.browseBeneficiaries(tenant, { ...waiting, page: 1 }));
    assert.equal(counted.total, 1);
    const followed = answerOf(await engine.followBeneficiaries(tenant, waiting));
    assert.equal(followed.items.length, 1);
    answerOf(
      await engine.authorizeBeneficiary(tenant, {
        beneficiaryId,
        actorUserId: 'u-checker',
        action: 'approve',
      }),
    );
    answerOf(
      await engine.deactivateBeneficiary(tenant, { beneficiaryId, initiatedByUserId: 'u-maker' }),
    );
    const ended = answerOf(
      await engine.getBeneficiary(tenant, { beneficiaryId, actorUserId: 'u-maker' }),
    );
    assert.equal(ended.approvalState, 'deactivated');
  },
};
