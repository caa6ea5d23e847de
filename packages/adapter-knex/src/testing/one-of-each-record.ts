import { E } from '@hundi/core';
import type { DecidedPayout, Storage, Stores } from '@hundi/core/storage';
import {
  accepts,
  aBank,
  aBeneficiary,
  aChallenge,
  aCheckout,
  aCheckoutId,
  aCollection,
  aCorporate,
  aDebitAccount,
  aJob,
  anAccount,
  anApiKey,
  anEndpoint,
  anOrder,
  aPackage,
  aPaymentLink,
  aRole,
  aSecretKey,
  aSettingsChange,
  aSignature,
  aTenant,
  aUser,
  changeTo,
  ordersOf,
  personFactors,
  personNotifications,
} from '@hundi/testkit';

const acme = aTenant('acme');

const payee = aBeneficiary(acme, 1, {
  beneficiaryId: 'payee-id',
  beneId: 'payee-code',
  name: 'Payee Name',
  accounts: [anAccount(1, { accountNumber: 'payee-account' })],
  packageCodes: ['payee-package'],
  revision: 1,
});

const user = 'counted-user' as never;

const writePeople = async ({ tenancy, access, beneficiaries }: Stores): Promise<void> => {
  await tenancy.putBank(aBank(acme));
  await tenancy.putCorporate(aCorporate(acme));
  await tenancy.putRoles(acme, [aRole('role-code')]);
  await tenancy.putUsers(acme, [aUser(1, { userId: 'user-id', email: 'User@Acme.Example' })]);
  await tenancy.putDebitAccounts(acme, [aDebitAccount(1, { debitAccountId: 'debit-account-id' })]);
  await tenancy.putPackages(acme, [aPackage('package-code-kept')]);
  await access.putApiKeys([anApiKey(acme, 1, { keyId: 'api-key-id' })]);
  await access.putSecretKeys([aSecretKey(acme, 1, { keyId: 'secret-key-id' })]);
  await access.addCanary({ number: 1, sealed: 'canary-sealed' });
  await beneficiaries.add(acme, payee);
};

const writeCheckouts = async (stores: Stores): Promise<void> => {
  const { collections, payoutCheckouts } = stores;
  await collections.addSession(aCollection(acme, 1, { sessionId: 'collection-id', sequence: 11 }));
  await collections.addLink(
    aPaymentLink(acme, 1, { linkId: 'link-id', sequence: 12, createdAt: 13 }),
  );
  await collections.countMail(acme, 'mailed-person', 14, 5);
  const checkout = aCheckout(acme, 1, { revision: 15, codesSent: 16 });
  await payoutCheckouts.add(checkout);
  await payoutCheckouts.countTry(aCheckoutId(1), 16, 5);
  await payoutCheckouts.countFailure(acme, user, '2026-02-04' as never, 5);
  await payoutCheckouts.countCode(acme, user, 17, { max: 5, span: 100 });
};

/** A payout of no job: its search terms are written with it. */
const writePayout = async ({ payouts }: Stores): Promise<void> => {
  const order = anOrder(acme, 1);
  await payouts.add([order]);
  await payouts.decide(acme, [accepts(order)]);
};

const writeOthers = async (stores: Stores) => {
  const { webhookEndpoints, settingsChanges, portal, factors, authority, doubts, notifications } =
    stores;
  await webhookEndpoints.put([
    anEndpoint(acme, 1, {
      endpointId: 'kept-endpoint',
      disabled: { at: 1, by: 'person', reason: 'test' } as never,
    }),
  ]);
  await settingsChanges.add(
    aSettingsChange(acme, 1, { changeId: 'change-id', revision: 21, expiresAt: 22 }),
  );
  await portal.addChallenge(
    aChallenge(1, { challengeId: 'challenge-id', sequence: 23, expiresAt: 24 }),
  );
  await portal.countTry('challenge-id', 5, 0);
  await portal.useChallenge('challenge-id', 25);
  await factors.put(personFactors(acme, 1, { id: 'factors-id', userId: 'factors-user' }));
  await authority.addKey({ id: 'authority', sealedKey: 'authority-sealed' });
  await authority.addSignature(aSignature(acme, 1, { signatureId: 'signature-id' }));
  await doubts.draw(9_999);
  await notifications.putLook({ tenant: acme, position: 951, ordinal: 952, lookedAt: 953 });
  await notifications.put(personNotifications(acme, 1, { userId: 'told-user' }));
};

/** A job of one payout goes to the archive; an entry that the contract wrote stays. */
const writeArchive = async ({ archives, jobs, payouts }: Stores): Promise<void> => {
  const job = aJob(acme, 31, { total: 1 });
  const [order] = ordersOf(job, { reference: 'archived-reference' });
  if (order === undefined) throw new Error('a job of one row has one');
  await jobs.add([job]);
  await payouts.add([order]);
  await payouts.decide(acme, [accepts(order)]);
  await payouts.advance(acme, [changeTo(order, 'approved', 2)]);
  await payouts.advance(acme, [changeTo(order, 'paid', 3)]);
  await archives.keepId('archive-id');
  for (const now of [32, 34]) await archives.claim(now, 1);
  const head = { ordinal: 36, hash: 'archived-seal', position: 0, eventHash: 'archived-event' };
  const named = { name: 'archive-file', digest: 'archive-digest', head, at: 37 };
  await archives.drop({
    file: { tenant: acme, number: 38, ...named },
    jobs: [job],
    payouts: (await payouts.findMany(acme, [order.transactionId])) as DecidedPayout[],
    places: [],
    kept: [{ place: 3, previousHash: 'witness-before', eventHash: 'witness-event' }],
  });
};

/** Writes one record of each kind that is kept whole, beside columns that it is searched by. */
export const writeOneOfEach = async (storage: Storage): Promise<void> => {
  for (const write of [writePeople, writeCheckouts, writePayout, writeOthers, writeArchive])
    await storage.atomically<never, undefined>(async (stores) => {
      await write(stores);
      return E.right(undefined);
    });
};
