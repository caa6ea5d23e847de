import type { ActorNotFound, SettingsDenied } from '../../../model/access/access-errors.js';
import { ActorCursorInput } from '../../../model/access/actor-input.js';
import { settingsViewer } from '../../rights/settings-person.js';
import { E } from '../../../kernel/fp.js';
import { recipe, token } from '../../../kernel/token.js';
import { listUseCase, type ListUseCase } from '../../../kernel/use-case/use-case.js';
import {
  cursorPage,
  placeCursors,
  placedPage,
  type CursorPage,
  type InvalidCursor,
} from '../../../kernel/values/cursor.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage } from '../../../storage/storage.js';
import { approvalPolicyOf, type ApprovalPolicy } from './approval-policy.js';
import {
  POLICY_SUBJECT,
  versionOf,
  type ApprovalPolicyVersion,
} from '../../authority/policy-version.js';

type GetApprovalPolicyError = ActorNotFound | SettingsDenied | InvalidCursor;

/** The policy in force, and a page of all versions, the last one first. */
export interface ApprovalPolicyHistory extends CursorPage<ApprovalPolicyVersion> {
  readonly inForce: ApprovalPolicy;
}

/** The approval policy in force and its history, for people who may look at settings. */
export type GetApprovalPolicy = ListUseCase<
  ActorCursorInput,
  GetApprovalPolicyError,
  ApprovalPolicyHistory
>;
export const GetApprovalPolicy = token<GetApprovalPolicy>('GetApprovalPolicy');

export const makeGetApprovalPolicy = recipe(
  GetApprovalPolicy,
  { Storage, Sealer: GuardedSealer },
  ({ storage, sealer }) =>
    listUseCase(ActorCursorInput, async (tenant, { actorUserId, after, limit }) => {
      const filters = { userId: actorUserId };
      const places = placeCursors<number>(sealer, tenant, 'approval-policy', filters);
      const start = await places.read(after);
      if (E.isLeft(start)) return start;

      const found = await storage.read(async (stores) => {
        const actor = await settingsViewer(stores, tenant, actorUserId);
        if (E.isLeft(actor)) return actor;
        const corporate = await stores.tenancy.corporate(tenant);
        if (corporate === undefined) throw new Error('a person of no corporate');
        const entries = await stores.journal.latest(tenant, POLICY_SUBJECT, start.right, limit + 1);
        const page = placedPage(
          entries,
          limit,
          ({ place }) => place,
          ({ entry }) => versionOf(entry),
        );
        return E.right({ inForce: approvalPolicyOf(corporate), page });
      });
      if (E.isLeft(found)) return found;
      const { inForce, page } = found.right;
      return E.right({ inForce, ...(await cursorPage(page, limit, places)) });
    }),
);
