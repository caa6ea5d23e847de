import * as t from 'io-ts';
import type { ActorNotFound, SettingsDenied } from '../../access/access-errors.js';
import { settingsChanger, settingsPerson } from '../../access/rights/settings-person.js';
import type { AuthorityKey } from '../../authority/authority-key.js';
import { sealingFor, type PolicyMarks } from '../../authority/policy-marks.js';
import type { RecordChanges } from '../../change/write/changes.js';
import { writeRecords } from '../../change/write/write-changes.js';
import type { Causes } from '../../duty/causes.js';
import { SecondFactorNeeded } from '../../factor/held/factor-errors.js';
import { activeFactors } from '../../factor/held/factor.js';
import { E } from '../../kernel/fp.js';
import { UserId } from '../../kernel/values/ids.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { Comment } from '../../kernel/values/text.js';
import type { Clock } from '../../ports/clock.js';
import type { Pacer } from '../../ports/pacer.js';
import type { Storage, Stores } from '../../storage/storage.js';
import type { Corporate } from '../../tenancy/corporate.js';
import { asksForFactors } from '../../tenancy/second-factor.js';
import { token } from '../../kernel/token.js';
import type { Making } from '../change-kind.js';
import { CHANGE_KINDS, type SettingsConflict } from './change-kinds.js';
import type { MailAdministrators } from '../mail-administrators.js';
import { atomicallyNoted, noticeOf } from '../settings-notice.js';
import { isAsProposed } from '../change/proposal-seal.js';
import { settingsChangeEntry } from '../change/settings-change-entry.js';
import {
  NotAsProposed,
  ProposerNotEligible,
  SettingsChangeNotFound,
  type OwnSettingsChange,
  type SettingsChangeOver,
} from '../change/settings-change-errors.js';
import { settingsChangeView, type SettingsChangeView } from '../change/settings-change-view.js';
import { stepSettingsChange } from '../change/settings-change-machine.js';
import { tenantOf, type SettingsChange } from '../change/settings-change.js';
import { record } from '../../kernel/codecs/record.js';

/** The decision. `hasGivenFactor`: whether the person gave a second factor to the host within the last five minutes. */
export const DecideSettingsChangeInput = record(
  'DecideSettingsChangeInput',
  {
    actorUserId: UserId,
    changeId: t.string,
    action: t.keyof({ approve: null, reject: null }),
  },
  { comment: Comment, hasGivenFactor: t.boolean },
);
export type DecideSettingsChangeInput = t.TypeOf<typeof DecideSettingsChangeInput>;

export type DecideSettingsChangeError =
  | ActorNotFound
  | SettingsDenied
  | SettingsChangeNotFound
  | OwnSettingsChange
  | SettingsChangeOver
  | ProposerNotEligible
  | NotAsProposed
  | SecondFactorNeeded
  | SettingsConflict;

/**
 * Lets a person with `settings.approve`, but not who proposed it, approve or reject a change that waits. Approved,
 * it is made in the same commit, by the rules of that moment; what cannot be made then goes on waiting, and says why.
 * A change that is not as its person proposed it can only be rejected, and is reported. Where the corporate asks for a
 * second factor, who has one gives it to approve a policy, a factor or a reset of factors.
 */
export type DecideSettingsChange = UseCase<
  DecideSettingsChangeInput,
  DecideSettingsChangeError,
  SettingsChangeView
>;
export const DecideSettingsChange = token<DecideSettingsChange>('DecideSettingsChange');

export const makeDecideSettingsChange = (
  storage: Storage,
  clock: Clock,
  pacer: Pacer,
  mailAdministrators: MailAdministrators,
  authorityKey: AuthorityKey,
  policyMarks: PolicyMarks,
  causes: Causes,
): DecideSettingsChange =>
  useCase(DecideSettingsChangeInput, async (tenant, input) => {
    const { actorUserId, changeId, action, comment } = input;
    const sealing =
      action === 'approve' ? await sealingFor(authorityKey, policyMarks, tenant) : undefined;
    let sealed = 0;
    const decided = await atomicallyNoted<DecideSettingsChangeError, SettingsChangeView>(
      storage,
      mailAdministrators,
      async (stores, note) => {
        const actor = await settingsChanger(stores, tenant, actorUserId, ['settings.approve']);
        if (E.isLeft(actor)) return actor;
        const corporate = await stores.tenancy.corporate(tenant);
        if (corporate === undefined) throw new Error('a person of no corporate');
        const change = await stores.settingsChanges.find(tenant, changeId);
        if (change === undefined) return E.left(SettingsChangeNotFound());
        const now = clock.now();
        const decision = {
          type: action,
          by: actorUserId,
          at: now,
          ...(comment !== undefined && { comment }),
        };
        const decided = stepSettingsChange(change, decision);
        if (E.isLeft(decided)) return decided;
        const next = decided.right;

        const { kind, payload } = change;
        const mayDecide = await provenDecision(stores, corporate, change, input, sealing?.key);
        if (E.isLeft(mayDecide)) return mayDecide;
        const opened = CHANGE_KINDS[kind].open(payload);
        const { decidedAt: at = now } = next;
        const making = { by: actorUserId, at, ...(sealing !== undefined && { sealing }) };
        const made =
          action === 'approve'
            ? await approved(stores, tenant, change, making)
            : E.right(await opened.reject(stores, tenant, making));
        if (E.isLeft(made)) return made;
        await writeRecords(stores, made.right, {
          saves: [({ settingsChanges }) => settingsChanges.replace(next)],
          entries: [settingsChangeEntry(next)],
        });
        if (action === 'approve') {
          sealed = (await stores.tenancy.corporate(tenant))?.policySeal?.version ?? 0;
          const { concerns } = opened;
          const details = change.details as JsonObject;
          const step = { kind, details, step: 'approved', by: actorUserId, at, concerns } as const;
          note(await noticeOf(stores, corporate, step));
        }
        return E.right(settingsChangeView(next, now));
      },
    );
    if (E.isLeft(decided) && decided.left._tag === 'NotAsProposed')
      causes.report('decide-settings-change', new ChangedProposal(), [
        { tenant, subjectId: changeId },
      ]);
    if (E.isRight(decided) && sealed > (sealing?.marked ?? sealed))
      await policyMarks.note(tenant.corporateTenantId, sealed);
    pacer.wake();
    return decided;
  });

/** A change in the database is not the one that its person proposed. */
class ChangedProposal extends Error {
  override readonly name: string = 'ChangedProposal';
}

/**
 * What an approval has to bring, and a rejection not: a change that is as it was proposed and, where it says who may
 * approve payouts, a second factor of a person who has one, if the corporate asks for any.
 */
const provenDecision = async (
  { factors }: Stores,
  corporate: Corporate,
  change: SettingsChange,
  { actorUserId, hasGivenFactor = false }: DecideSettingsChangeInput,
  key: Uint8Array | undefined,
): Promise<E.Either<NotAsProposed | SecondFactorNeeded, null>> => {
  if (key === undefined) return E.right(null);
  if (!isAsProposed(key, change)) return E.left(NotAsProposed());
  if (CHANGE_KINDS[change.kind].isOfAuthority !== true || hasGivenFactor) return E.right(null);
  if (!asksForFactors(corporate.secondFactor)) return E.right(null);
  const held = await factors.find(tenantOf(change), actorUserId);
  return activeFactors(held).length > 0 ? E.left(SecondFactorNeeded()) : E.right(null);
};

/** What the approval of a change changes, or why it cannot be made now. */
const approved = async (
  stores: Stores,
  tenant: Tenant,
  { kind, payload, proposedBy, changeId }: SettingsChange,
  { by: approvedBy, ...making }: Making,
): Promise<E.Either<ProposerNotEligible | NotAsProposed | SettingsConflict, RecordChanges>> => {
  const { permissions, open } = CHANGE_KINDS[kind];
  const proposer = await settingsPerson(stores, tenant, proposedBy, permissions);
  if (E.isLeft(proposer)) return E.left(ProposerNotEligible());
  const approval = { settingsChangeId: changeId, approvedBy };
  return open(payload).approve(stores, tenant, { ...making, by: proposedBy, approval });
};
