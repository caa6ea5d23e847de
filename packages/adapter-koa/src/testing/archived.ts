import { E } from '@hundi/core';
import { archiveJournals } from '@hundi/core/operator';
import { countingEntropy, memoryArchive, type Sandbox } from '@hundi/testkit';

const DAY = 86_400_000;

/** Lets everything end and become old, and archives it. */
export const archiveAll = async ({ storage, clock, advance }: Sandbox): Promise<void> => {
  await advance(60 * DAY);
  clock.advance(190 * DAY);
  const ports = { storage, clock, entropy: countingEntropy(), archive: memoryArchive() };
  for await (const step of archiveJournals(ports, clock.now() - 185 * DAY))
    if (step.kind === 'done' && step.waitsFor !== 'age')
      throw new Error('an event waits to be delivered');
};

const rightOf = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

/** Takes a payout of ₹900 through its checkout; answers the id of the session. */
export const submittedCheckout = async (sandbox: Sandbox): Promise<string> => {
  const { engine, tenant, mailbox } = sandbox;
  const opening = await engine.openPayoutCheckout(tenant, {
    key: 'small',
    makerUserId: 'u-maker',
    amount: { value: 90_000, currency: 'INR' },
    transactionReference: 'SMALL',
    beneficiaryId: await sandbox.beneficiary('SHARMA01'),
  });
  const { sessionId, token } = rightOf(opening).checkout;
  const { secret } = rightOf(await engine.enterPayoutCheckout({ sessionId, token }));
  const browser = { sessionId, secret };
  const choice = { packageCode: 'VENDOR', debitAccountId: 'da-main', paymentMethodCode: 'NEFT' };
  rightOf(await engine.sendPayoutCode(browser, choice));
  const [code = ''] = /\b[0-9]{6}\b/.exec(mailbox.mails('maker@acme.example')[0]?.text ?? '') ?? [];
  rightOf(await engine.authorizePayout(browser, { code, choice }));
  return sessionId;
};
