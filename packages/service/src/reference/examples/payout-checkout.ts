import assert from 'node:assert/strict';
import { memoryStorage } from '@hundi/adapter-memory';
import { codeOfApp, createSandbox, demoDocument } from '@hundi/testkit';
import { answerOf, codeIn, type Stories } from './opening.js';

export const payoutCheckout: Stories = {
  'A maker authorizes a payout on the hosted page': async ({
    engine,
    tenant,
    sandbox,
    mailbox,
  }) => {
    const opened = answerOf(
      await engine.openPayoutCheckout(tenant, {
        key: 'checkout-24',
        makerUserId: 'u-maker',
        amount: { value: 50_000, currency: 'INR' },
        transactionReference: 'INV-24',
        beneficiaryId: await sandbox.beneficiary('SHARMA01'),
      }),
    );
    const { sessionId, token } = opened.checkout;
    const { secret } = answerOf(await engine.enterPayoutCheckout({ sessionId, token }));
    const browser = { sessionId, secret };
    const shown = answerOf(await engine.viewPayoutCheckout(browser));
    assert.equal(shown.status, 'open');
    const choice = { packageCode: 'VENDOR', debitAccountId: 'da-main', paymentMethodCode: 'NEFT' };
    answerOf(await engine.sendPayoutCode(browser, choice));
    const code = codeIn(mailbox.mails('maker@acme.example'));
    answerOf(await engine.authorizePayout(browser, { choice, code }));
    const { checkout } = answerOf(await engine.getPayoutCheckout(tenant, { sessionId }));
    assert.equal(checkout.status, 'submitted');
  },
  'Where the corporate asks for a second factor there, its maker gives one after the mailed code; another maker cancels':
    async () => {
      const sandbox = await createSandbox({
        storage: memoryStorage(),
        document: demoDocument({
          secondFactor: { login: 'none', approval: 'none', hosted: 'any' },
        }),
      });
      const { engine, tenant, clock, mailbox } = sandbox;
      const step = answerOf(
        await engine.openBankSession({
          ...tenant,
          userId: 'u-maker',
          factors: [],
          authenticatedAt: clock.now(),
        }),
      );
      assert('token' in step);
      const maker = answerOf(await engine.authenticateSession(step.token));
      const { factorId, uri = '' } = answerOf(
        await engine.enrolFactor(maker, { kind: 'totp', name: 'Phone' }),
      );
      const proof = { factorId, code: codeOfApp(uri, clock.now()) };
      answerOf(await engine.confirmFactor(maker, proof));
      clock.advance(30_000); // each code of the app opens one thing

      const browserFor = async (makerUserId: string, reference: string) => {
        const { checkout } = answerOf(
          await engine.openPayoutCheckout(tenant, {
            key: reference,
            makerUserId,
            amount: { value: 50_000, currency: 'INR' },
            transactionReference: reference,
            beneficiaryId: await sandbox.beneficiary('SHARMA01'),
          }),
        );
        const { sessionId, token } = checkout;
        const { secret } = answerOf(await engine.enterPayoutCheckout({ sessionId, token }));
        return { sessionId, secret };
      };
      const browser = await browserFor('u-maker', 'INV-25');
      const choice = {
        packageCode: 'VENDOR',
        debitAccountId: 'da-main',
        paymentMethodCode: 'NEFT',
      };
      answerOf(await engine.sendPayoutCode(browser, choice));
      const code = codeIn(mailbox.mails('maker@acme.example'));
      await engine.authorizePayout(browser, { choice, code }); // SecondFactorNeeded
      const { factor } = answerOf(await engine.viewPayoutCheckout(browser));
      answerOf(
        await engine.givePayoutFactor(browser, {
          choice,
          challengeId: factor?.challengeId ?? '',
          code: codeOfApp(uri, clock.now()),
        }),
      );
      const other = await browserFor('u-maker-2', 'INV-26');
      answerOf(await engine.cancelPayoutCheckout(other));
    },
};
