import { E, type Hundi } from '@hundi/core';
import type { DutyName } from '@hundi/core/storage';
import { createSandbox, type Sandbox } from '@hundi/testkit';
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
