import type { Day, PackageCode } from '@hundi/core';
import type { SealedRecordKind, Stores } from '@hundi/core/storage';
import {
  aBank,
  aCheckout,
  aCorporate,
  aDebitAccount,
  anAnswer,
  anEndpoint,
  aRole,
  aSecretKey,
  aSettingsChange,
  EPOCH,
  LEASE_MS,
} from '@hundi/testkit';
import { acme } from './plans-rows.js';

const maker = 'user-1' as never;
const day = '2026-01-05' as Day;
const used = { packageCode: 'VENDOR' as PackageCode, day, amount: 1n };

const KINDS: ReadonlyArray<SealedRecordKind> = [
  'secret_key',
  'webhook_endpoint',
  'settings_change',
  'checkout_session',
  'payment_link',
  'person_factors',
  'authority_key',
];

const resealing = async <K extends SealedRecordKind>(
  { sealedRecords }: Stores,
  kind: K,
): Promise<void> => {
  await sealedRecords.replace(kind, await sealedRecords.page(kind, 2));
};

/** Every statement about checkouts of payouts. */
const checkingOut = async ({ payoutCheckouts }: Stores): Promise<void> => {
  const session = aCheckout(acme, 1);
  const { sessionId } = session;
  await payoutCheckouts.add(session);
  await payoutCheckouts.find(acme, sessionId);
  await payoutCheckouts.findAnywhere(sessionId);
  await payoutCheckouts.hold(sessionId);
  await payoutCheckouts.countTry(sessionId, 1, 5);
  await payoutCheckouts.advance({ ...session, revision: 2 });
  await payoutCheckouts.freeReference(session);
  await payoutCheckouts.countFailure(acme, maker, day, 5);
  await payoutCheckouts.failures(acme, maker, day);
  await payoutCheckouts.forgiveFailure(acme, maker);
  await payoutCheckouts.countCode(acme, maker, EPOCH, { max: 5, span: 1_000 });
  await payoutCheckouts.forgiveCode(acme, maker);
};

/** The statements about tables that stay small, or rows that are found by the key alone, after `exercise`. */
export const exerciseRest = async (stores: Stores): Promise<void> => {
  const { access, beneficiaries, payouts, seals, tenancy, webhookEndpoints } = stores;
  await tenancy.putBank(aBank(acme));
  await tenancy.putCorporate(aCorporate(acme));
  await tenancy.putRoles(acme, [aRole('maker')]);
  await tenancy.putDebitAccounts(acme, [aDebitAccount(1)]);
  await tenancy.bank(acme);
  await tenancy.corporate(acme);
  await tenancy.users(acme);
  await tenancy.roles(acme);
  await tenancy.debitAccounts(acme);
  await tenancy.packages(acme);
  await tenancy.packages(acme, ['P-1' as PackageCode]);
  await tenancy.actors(acme, [maker]);
  await tenancy.everybody(acme);
  await access.putSecretKeys([aSecretKey(acme, 1)]);
  await access.apiKeysOf(acme);
  await access.secretKeysOf(acme);
  await access.secretKeys(['secret-key-1']);
  await access.addCanary({ number: 1, sealed: 'sealed' });
  await access.dropCanaries([1]);
  await webhookEndpoints.put([anEndpoint(acme, 1)]);
  await webhookEndpoints.of(acme);
  await webhookEndpoints.find(acme, 'we_1');
  await webhookEndpoints.disabled(10);
  await webhookEndpoints.disabledBy('gone', 10);
  await stores.deliveries.failing(10);
  for (const kind of KINDS) await resealing(stores, kind);
  await webhookEndpoints.remove(acme, 'we_1');
  await stores.idempotency.reseal([{ was: anAnswer(acme, '1'), body: 'sealed' }]);
  await stores.settingsChanges.replace(
    aSettingsChange(acme, 1, { state: 'rejected', revision: 2 }),
  );
  await payouts.holdLimits(acme, [used]);
  await payouts.limitsUsed(acme, [used]);
  await payouts.useLimits(acme, [used]);
  await beneficiaries.list(acme, { page: 1, limit: 10 });
  await beneficiaries.list(acme, { page: 1, limit: 10, search: 'payee' });
  await beneficiaries.idsContaining(acme, 'payee');
  await beneficiaries.idsNamed(acme, 'payee');
  await stores.collections.countMail(acme, 'payer', 1, 5);
  await checkingOut(stores);
  await stores.work.ofDuty(acme, 'send-to-bank', 10);
  const [held] = await seals.claim([acme], EPOCH * 2, LEASE_MS);
  if (held !== undefined) await seals.putOff(held, EPOCH * 2);
};
