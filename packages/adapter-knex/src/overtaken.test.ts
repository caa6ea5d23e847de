import { E, readProvisionDocument, type Hundi } from '@hundi/core';
import type { DutyName } from '@hundi/core/storage';
import { createSandbox, demoDocument, type CorporateInput, type Sandbox } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { freshPostgres } from './fresh.test.support.js';
import { halting } from './overtaken.test.support.js';

const url = await postgresUrl();
const run = url === undefined ? test.skip : test.serial;

const right = <A>(result: E.Either<{ readonly _tag: string }, A>): A => {
  if (E.isLeft(result)) throw new Error(`refused: ${result.left._tag}`);
  return result.right;
};

const duty = async (engine: Hundi, name: DutyName): Promise<void> => {
  await engine.duties.find((one) => one.name === name)?.run();
};

/** Accepts a batch of one payment. */
const accept = async ({ engine, tenant, beneficiary }: Sandbox, transactionReference: string) => {
  const payment = {
    transactionReference,
    beneficiaryId: await beneficiary('SHARMA01'),
    packageCode: 'VENDOR',
    amount: 50_000,
  };
  const batch = { initiatedByUserId: 'u-maker', apiRefNumber: 'once', payments: [payment] };
  await engine.acceptBatch(tenant, { key: transactionReference, batch });
};

run(
  'PostgreSQL: a row whose reference a checkout session takes back while intake judges it is rejected',
  async (t) => {
    const { db, storage, close } = await freshPostgres(url ?? '');
    t.teardown(close);
    const sandbox = await createSandbox({ storage });
    const { engine, tenant, mailbox } = sandbox;
    const [opener, judge] = [halting(storage), halting(storage)];

    const seesItFree = opener.haltAfter((_, method) => method === 'isHeld');
    const opening = sandbox.another({ storage: opener.storage }).openPayoutCheckout(tenant, {
      key: 'session',
      makerUserId: 'u-maker',
      amount: { value: 50_000, currency: 'INR' },
      transactionReference: 'INV-1',
      beneficiaryId: await sandbox.beneficiary('SHARMA01'),
    });
    await seesItFree.reached;
    await accept(sandbox, 'INV-1');
    const hasJudged = judge.haltAfter((_, method) => method === 'holdLimits');
    const judging = duty(sandbox.another({ storage: judge.storage }), 'process-jobs');
    await hasJudged.reached;

    seesItFree.goOn();
    const { sessionId, token } = right(await opening).checkout;
    const { secret } = right(await engine.enterPayoutCheckout({ sessionId, token }));
    const choice = {
      packageCode: 'VENDOR',
      debitAccountId: 'da-main',
      paymentMethodCode: 'NEFT',
    };
    right(await engine.sendPayoutCode({ sessionId, secret }, choice));
    const [mail] = mailbox.mails('maker@acme.example');
    const [code = ''] = /\b[0-9]{6}\b/.exec(mail?.text ?? '') ?? [];
    right(await engine.authorizePayout({ sessionId, secret }, { code, choice }));
    hasJudged.goOn();
    await judging;

    t.deepEqual(
      await db('payouts').select('source', 'intake', 'rejection_code').orderBy('source'),
      [
        {
          source: 'partner_api',
          intake: 'rejected',
          rejection_code: 'duplicate_transaction_reference',
        },
        { source: 'payout_checkout', intake: 'accepted', rejection_code: null },
      ],
    );
  },
);

/** Settings by which every payout by VENDOR needs approval: its package never approves, or the policy asks for two people. */
const APPROVED_BY_PEOPLE: ReadonlyArray<Partial<CorporateInput>> = [false, true].map(
  (autoApprovalEnabled) => {
    const [acme] = demoDocument().bankTenants.flatMap(({ corporates }) => corporates);
    const levels = autoApprovalEnabled ? [{ roleCodes: ['checker'], approvals: 2 }] : [];
    return {
      approvalMatrix: [{ packageCodes: null, tiers: [{ upToAmount: null, levels }] }],
      packages: (acme?.packages ?? []).map((one) => ({
        ...one,
        catalogConfiguration: { ...one.catalogConfiguration, autoApprovalEnabled },
      })),
    };
  },
);

run(
  'PostgreSQL: intake judges a payout by the settings of one moment, wherever a provisioning overtakes it',
  async (t) => {
    const { db, storage, close } = await freshPostgres(url ?? '');
    t.teardown(close);
    const sandbox = await createSandbox({ storage, document: demoDocument(APPROVED_BY_PEOPLE[0]) });
    const judge = halting(storage);
    const engine = sandbox.another({ storage: judge.storage });
    const documents = APPROVED_BY_PEOPLE.map((acme) =>
      right(readProvisionDocument(demoDocument(acme))),
    );
    let judged = 0;
    for (let calls = 1, isReached = true; isReached; calls += 1)
      for (const document of documents.toReversed()) {
        await accept(sandbox, `INV-${String(judged)}`);
        judged += 1;
        const halt = judge.haltAfter(
          (store) => store === 'tenancy' || store === 'beneficiaries',
          calls,
        );
        const judging = duty(engine, 'process-jobs');
        isReached = await Promise.race([halt.reached.then(() => true), judging.then(() => false)]);
        if (isReached) right(await sandbox.engine.provision(document));
        halt.goOn();
        await judging;
      }

    t.true(judged > 2);
    const statuses = await db('payouts').select('status').count('* as count').groupBy('status');
    t.deepEqual(statuses, [{ status: 'pending_approval', count: String(judged) }]);
  },
);
