import { makeCreateApiKey, type CreateApiKey } from '../access/manage-keys/create-api-key.js';
import {
  makeCreateSecretKey,
  type CreateSecretKey,
} from '../access/manage-keys/create-secret-key.js';
import { makeRevokeApiKey, type RevokeApiKey } from '../access/manage-keys/revoke-api-key.js';
import {
  makeRevokeSecretKey,
  type RevokeSecretKey,
} from '../access/manage-keys/revoke-secret-key.js';
import { makeRotateApiKey, type RotateApiKey } from '../access/manage-keys/rotate-api-key.js';
import {
  makeRotateSecretKey,
  type RotateSecretKey,
} from '../access/manage-keys/rotate-secret-key.js';
import { makeCancelPayout, type CancelPayout } from '../approval/cancel-payout.js';
import { makeDecideJob, type DecideJob } from '../approval/decide-job.js';
import { makeDecidePayouts, type DecidePayouts } from '../approval/decide-payouts.js';
import {
  makeAuthorizeBeneficiary,
  type AuthorizeBeneficiary,
} from '../beneficiary/authorize-beneficiary.js';
import {
  makeCreateBeneficiary,
  type CreateBeneficiary,
} from '../beneficiary/create-beneficiary.js';
import { E } from '../kernel/fp.js';
import { IdempotencyKeyReused } from '../idempotency/idempotency-errors.js';
import { KeyUsed, keyedStorage } from '../idempotency/keyed-storage.js';
import { makeCancelJob, type CancelJob } from '../intake/cancel/cancel-job.js';
import { sha256 } from '../kernel/secrets/digest.js';
import type { UserId } from '../kernel/values/ids.js';
import { canonicalJson } from '../kernel/codecs/json.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { IdempotencyKey } from '../kernel/values/text.js';
import { makeEndSessions, type EndSessions } from '../people/end-sessions.js';
import { makeReinstatePerson, type ReinstatePerson } from '../people/reinstate-person.js';
import { makeSuspendPerson, type SuspendPerson } from '../people/suspend-person.js';
import type { Clock } from '../ports/clock.js';
import type { Entropy } from '../ports/entropy.js';
import type { Pacer } from '../ports/pacer.js';
import type { Sealer } from '../ports/sealer.js';
import type { Storage } from '../storage/storage.js';
import type { WebhookSender } from '../ports/webhook-sender.js';
import type { DetectRestore } from '../restore/detect-restore.js';
import type { ResolveDoubts } from '../restore/resolve-doubts.js';
import type { MailAdministrators } from '../settings/mail-administrators.js';
import {
  makeDecideSettingsChange,
  type DecideSettingsChange,
} from '../settings/decide/decide-settings-change.js';
import {
  makeCreateWebhookEndpoint,
  type CreateWebhookEndpoint,
} from '../webhook/manage/create-webhook-endpoint.js';
import { makeReplayWebhooks, type ReplayWebhooks } from '../webhook/manage/replay-webhooks.js';
import {
  makeRotateWebhookSecret,
  type RotateWebhookSecret,
} from '../webhook/manage/rotate-webhook-secret.js';
import {
  makeTestWebhookEndpoint,
  type TestWebhookEndpoint,
} from '../webhook/manage/test-webhook-endpoint.js';
import { token } from '../kernel/token.js';

/** What is asked for under an idempotency key: keys of other people and routes are other keys. */
export interface KeyedRequest {
  readonly tenant: Tenant;
  /** The person who asks; absent where the integration does. */
  readonly userId?: UserId;
  readonly route: string;
  readonly key: IdempotencyKey;
  /** All that the request says, as it was decoded. */
  readonly values: unknown;
}

/** What is changed under optional keys, by people in the portal most of it. Each answers what JSON can carry. */
export interface PortalChanges {
  readonly decidePayouts: DecidePayouts;
  readonly decideJob: DecideJob;
  readonly cancelPayout: CancelPayout;
  readonly cancelJob: CancelJob;
  readonly createBeneficiary: CreateBeneficiary;
  readonly authorizeBeneficiary: AuthorizeBeneficiary;
  readonly createApiKey: CreateApiKey;
  readonly rotateApiKey: RotateApiKey;
  readonly revokeApiKey: RevokeApiKey;
  readonly createSecretKey: CreateSecretKey;
  readonly rotateSecretKey: RotateSecretKey;
  readonly revokeSecretKey: RevokeSecretKey;
  readonly suspendPerson: SuspendPerson;
  readonly reinstatePerson: ReinstatePerson;
  readonly endSessions: EndSessions;
  readonly createWebhookEndpoint: CreateWebhookEndpoint;
  readonly rotateWebhookSecret: RotateWebhookSecret;
  readonly testWebhookEndpoint: TestWebhookEndpoint;
  readonly replayWebhooks: ReplayWebhooks;
  readonly decideSettingsChange: DecideSettingsChange;
}

/** An answer, and whether it was given before. */
export interface KeyedAnswer<A> {
  readonly answer: A;
  readonly replayed: boolean;
}

/**
 * Changes something once for each idempotency key: sent again with the same values it
 * gets the same answer and changes nothing, with others it is refused. The answer is kept in the commit of the
 * change, sealed. What was refused leaves the key free.
 */
export type Idempotently = <L, A>(
  request: KeyedRequest,
  change: (changes: PortalChanges) => Promise<E.Either<L, A>>,
) => Promise<E.Either<L | IdempotencyKeyReused, KeyedAnswer<A>>>;
export const Idempotently = token<Idempotently>('Idempotently');

export const makeIdempotently =
  (
    storage: Storage,
    clock: Clock,
    entropy: Entropy,
    pacer: Pacer,
    sealer: Sealer,
    detectRestore: DetectRestore,
    resolveDoubts: ResolveDoubts,
    webhookSender: WebhookSender,
    mailAdministrators: MailAdministrators,
  ): Idempotently =>
  async ({ tenant, userId, route, key, values }, change) => {
    const fingerprint = sha256(canonicalJson(values));
    const request = {
      tenant,
      route: userId === undefined ? route : `${route} by ${userId}`,
      key,
      fingerprint,
    };
    const keyed = keyedStorage(storage, clock, sealer, request);
    try {
      const answer = await change(
        changesOf(keyed.storage, {
          ...{ clock, entropy, pacer, detectRestore, resolveDoubts },
          ...{ sealer, webhookSender, mailAdministrators },
        }),
      );
      return E.isLeft(answer)
        ? answer
        : E.right({ answer: answer.right, replayed: keyed.replayed() });
    } catch (error) {
      if (error instanceof KeyUsed) return E.left(IdempotencyKeyReused());
      throw error;
    }
  };

interface Needs {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly pacer: Pacer;
  readonly detectRestore: DetectRestore;
  readonly resolveDoubts: ResolveDoubts;
  readonly sealer: Sealer;
  readonly webhookSender: WebhookSender;
  readonly mailAdministrators: MailAdministrators;
}

const changesOf = (
  storage: Storage,
  {
    clock,
    entropy,
    pacer,
    detectRestore,
    resolveDoubts,
    sealer,
    webhookSender,
    mailAdministrators,
  }: Needs,
): PortalChanges => ({
  decidePayouts: makeDecidePayouts(storage, clock, pacer, detectRestore, resolveDoubts),
  decideJob: makeDecideJob(storage, clock, pacer, detectRestore, resolveDoubts),
  cancelPayout: makeCancelPayout(storage, clock, detectRestore, resolveDoubts),
  cancelJob: makeCancelJob(storage, clock, detectRestore, resolveDoubts),
  createBeneficiary: makeCreateBeneficiary(storage, clock, entropy),
  authorizeBeneficiary: makeAuthorizeBeneficiary(storage, clock),
  createApiKey: makeCreateApiKey(storage, clock, entropy, mailAdministrators),
  rotateApiKey: makeRotateApiKey(storage, clock, entropy, mailAdministrators),
  revokeApiKey: makeRevokeApiKey(storage, clock),
  createSecretKey: makeCreateSecretKey(storage, clock, entropy, sealer, mailAdministrators),
  rotateSecretKey: makeRotateSecretKey(storage, clock, entropy, sealer, mailAdministrators),
  revokeSecretKey: makeRevokeSecretKey(storage, clock),
  suspendPerson: makeSuspendPerson(storage, clock),
  reinstatePerson: makeReinstatePerson(storage, clock, entropy, mailAdministrators),
  endSessions: makeEndSessions(storage, clock),
  createWebhookEndpoint: makeCreateWebhookEndpoint(
    storage,
    clock,
    entropy,
    sealer,
    webhookSender,
    mailAdministrators,
  ),
  rotateWebhookSecret: makeRotateWebhookSecret(storage, clock, entropy, sealer),
  testWebhookEndpoint: makeTestWebhookEndpoint(storage, clock, entropy, pacer),
  replayWebhooks: makeReplayWebhooks(storage, clock, pacer),
  decideSettingsChange: makeDecideSettingsChange(storage, clock, pacer, mailAdministrators),
});
