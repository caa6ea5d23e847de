import type * as t from 'io-ts';
import type { ActorNotFound, SettingsDenied } from '../../../model/access/access-errors.js';
import { settingsViewer } from '../../rights/settings-person.js';
import { InvalidInput } from '../../../kernel/codecs/decode.js';
import { record } from '../../../kernel/codecs/record.js';
import { E } from '../../../kernel/fp.js';
import { recipe, token } from '../../../kernel/token.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { UserId, type TransactionId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { DAY } from '../../../kernel/values/time.js';
import { effectiveConfiguration } from '../../../model/package/effective-configuration.js';
import type { Payout } from '../../../model/payout/payout.js';
import type { ReportFilter } from '../../../model/payout/report-filter.js';
import { Clock } from '../../../ports/clock.js';
import { Pacer } from '../../../ports/pacer.js';
import { Storage, type Stores } from '../../../storage/storage.js';
import type { AwaitingFilter, ReportPart } from '../../../storage/payout-store.js';
import type { ApprovalMatrix } from '../../../model/approval/matrix/matrix.js';
import { ApprovalPolicyDraft, draftFaults } from './approval-policy.js';
import { policyEffect, type PolicyPreview } from './policy-preview.js';
import { POLICY_SUBJECT, versionOf } from '../../authority/policy-version.js';
import { NO_EFFECT, withPayouts, type Comparison } from './would-change.js';

const PreviewApprovalPolicyInput = record('PreviewApprovalPolicyInput', {
  actorUserId: UserId,
  ...ApprovalPolicyDraft.required,
});
type PreviewApprovalPolicyInput = t.TypeOf<typeof PreviewApprovalPolicyInput>;

type PreviewApprovalPolicyError = ActorNotFound | SettingsDenied;

const LOOKS_BACK = 90 * DAY;

// Payouts of one read, after which other work has its turn; and all that one preview compares.
const PIECE = 1_000;
const LOOKED_MAX = 100_000;

/**
 * Says which payouts would have needed other levels under a draft, for people who may look at settings: those that wait
 * now, and those accepted in the last 90 days. It decides again on what each payout froze, by the same rule as intake,
 * and changes nothing.
 */
export type PreviewApprovalPolicy = UseCase<
  PreviewApprovalPolicyInput,
  PreviewApprovalPolicyError,
  PolicyPreview
>;
export const PreviewApprovalPolicy = token<PreviewApprovalPolicy>('PreviewApprovalPolicy');

export const makePreviewApprovalPolicy = recipe(
  PreviewApprovalPolicy,
  { Storage, Clock, Pacer },
  ({ storage, clock, pacer }) =>
    useCase(PreviewApprovalPolicyInput, async (tenant, { actorUserId, approvalMatrix }) => {
      const since = clock.now() - LOOKS_BACK;
      type Read = E.Either<PreviewApprovalPolicyError | InvalidInput, Surroundings>;
      const read = await storage.read<Read>(async (stores) => {
        const actor = await settingsViewer(stores, tenant, actorUserId);
        if (E.isLeft(actor)) return actor;
        const faults = await draftFaults(stores, tenant, { approvalMatrix });
        if (faults.length > 0) return E.left(InvalidInput(faults));
        return E.right(await surroundings(stores, tenant, approvalMatrix));
      });
      if (E.isLeft(read)) return read;
      const { comparison, everything } = read.right;
      const compareAll = async (readFrom: ReadFrom) => {
        let effect = NO_EFFECT;
        let looked = 0;
        let before: TransactionId | undefined;
        do {
          if (looked > 0) await pacer.breathe();
          const { payouts, stoppedAt } = await storage.read((stores) => readFrom(stores, before));
          const accepted = payouts.filter((payout) => payout.intake === 'accepted');
          effect = withPayouts(effect, accepted, comparison);
          looked += PIECE;
          before = stoppedAt ?? lastOf(payouts);
        } while (before !== undefined && looked < LOOKED_MAX);
        return policyEffect(effect, before === undefined);
      };
      return E.right({
        waiting: await compareAll(waitingPiece(tenant, everything)),
        last90Days: await compareAll(acceptedPiece(tenant, { ...everything, createdFrom: since })),
        since,
      });
    }),
);

/** Reads a piece of payouts, newest first. */
type ReadFrom = (stores: Stores, before: TransactionId | undefined) => Promise<ReportPart>;

const lastOf = (payouts: ReadonlyArray<Payout>): TransactionId | undefined =>
  payouts.length < PIECE ? undefined : payouts.at(-1)?.order.transactionId;

const waitingPiece =
  (tenant: Tenant, filter: AwaitingFilter): ReadFrom =>
  async ({ payouts }, before) => ({
    payouts: await payouts.awaiting(tenant, filter, before, PIECE),
  });

const acceptedPiece =
  (tenant: Tenant, filter: ReportFilter): ReadFrom =>
  ({ payouts }, before) =>
    payouts.report(tenant, filter, before, PIECE, LOOKED_MAX);

/** What every payout is compared with, and the filter that every payout of the corporate meets. */
interface Surroundings {
  readonly comparison: Comparison;
  readonly everything: AwaitingFilter;
}

const surroundings = async (
  { tenancy, journal }: Stores,
  tenant: Tenant,
  draft: ApprovalMatrix,
): Promise<Surroundings> => {
  const packages = await tenancy.packages(tenant);
  const accounts = await tenancy.debitAccounts(tenant);
  const versions = (await journal.of(tenant, POLICY_SUBJECT)).map(versionOf);
  return {
    comparison: {
      draft,
      versions: new Map(versions.map(({ version, approvalMatrix }) => [version, approvalMatrix])),
      automatic: new Set(
        packages
          .filter((one) => effectiveConfiguration(one).autoApprovalEnabled)
          .map(({ packageCode }) => packageCode),
      ),
    },
    everything: {
      packageCodes: new Set(packages.map(({ packageCode }) => packageCode)),
      debitAccountIds: new Set(accounts.map(({ debitAccountId }) => debitAccountId)),
    },
  };
};
