import * as t from 'io-ts';
import type { ActorNotFound, SettingsDenied } from '../../model/access/access-errors.js';
import { settingsChanger, settingsPerson } from '../rights/settings-person.js';
import { AuthorityKey } from '../authority/authority-key.js';
import { sealingFor, PolicyMarks } from '../authority/policy-marks.js';
import type { RecordChanges } from '../writer/changes.js';
import { writeRecords } from '../writer/write-changes.js';
import { Causes } from '../duty/causes.js';
import { SecondFactorNeeded } from '../../model/factor/held/factor-errors.js';
import { E } from '../../kernel/fp.js';
import { UserId } from '../../kernel/values/ids.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { Comment } from '../../kernel/values/text.js';
import { Clock } from '../../ports/clock.js';
import { GivenKind } from '../../model/portal/session/given-factor.js';
import { Storage, type Stores } from '../../storage/storage.js';
import { recipe, token } from '../../kernel/token.js';
import type { Making } from '../settings/change-kind.js';
import { CHANGE_KINDS, isFaulty, isGone, type SettingsConflict } from './change-kinds.js';
import { MailAdministrators } from '../settings/mail-administrators.js';
import { atomicallyNoted, noticeOf } from '../settings/settings-notice.js';
import { settingsChangeEntry } from '../../model/settings/change/settings-change-entry.js';
import {
  NoLongerValid,
  NotAsProposed,
  ProposerNotEligible,
  SettingsChangeNotFound,
  SubjectGone,
  type OwnSettingsChange,
  type SettingsChangeOver,
} from '../../model/settings/change/settings-change-errors.js';
import {
  settingsChangeView,
  type SettingsChangeView,
} from '../../model/settings/change/settings-change-view.js';
import { stepSettingsChange } from '../../model/settings/change/settings-change-machine.js';
import type { SettingsChange } from '../../model/settings/change/settings-change.js';
import { lacksFactor } from './lacks-factor.js';
import { ChangedProposal, proposalFault } from './proposal-fault.js';
import { record } from '../../kernel/codecs/record.js';

/** The decision. `givenFactor`: which second factor the person gave to the host within the last five minutes. */
export const DecideSettingsChangeInput = record(
  'DecideSettingsChangeInput',
  {
    actorUserId: UserId,
    changeId: t.string,
    action: t.keyof({ approve: null, reject: null }),
  },
  { comment: Comment, givenFactor: GivenKind },
);
export type DecideSettingsChangeInput = t.TypeOf<typeof DecideSettingsChangeInput>;

type DecideSettingsChangeError =
  | ActorNotFound
  | SettingsDenied
  | SettingsChangeNotFound
  | OwnSettingsChange
  | SettingsChangeOver
  | ProposerNotEligible
  | NotAsProposed
  | SecondFactorNeeded
  | SubjectGone
  | NoLongerValid
  | SettingsConflict;

/**
 * Lets a person with `settings.approve`, but not who proposed it, approve or reject a change that waits. Approved,
 * it is made in the same commit, by the rules of that moment; what cannot be made then goes on waiting, and says why. A
 * change of what is no longer there can only be rejected. So can one that is not as its person proposed it, which is
 * reported. Where approvals need a second factor, the approval of a policy needs the same; who has one gives it to
 * approve a factor or a reset of factors.
 */
export type DecideSettingsChange = UseCase<
  DecideSettingsChangeInput,
  DecideSettingsChangeError,
  SettingsChangeView
>;
export const DecideSettingsChange = token<DecideSettingsChange>('DecideSettingsChange');

export const makeDecideSettingsChange = recipe(
  DecideSettingsChange,
  { Storage, Clock, MailAdministrators, AuthorityKey, PolicyMarks, Causes },
  ({ storage, clock, mailAdministrators, authorityKey, policyMarks, causes }) =>
    useCase(DecideSettingsChangeInput, async (tenant, input) => {
      const { actorUserId, changeId, action, comment } = input;
      const sealing =
        action === 'approve'
          ? await sealingFor(authorityKey, policyMarks, tenant)
          : { key: await authorityKey(), marked: 0 };
      let sealed = 0;
      let fault: Error | undefined;
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
          const decision = { type: action, by: actorUserId, at: now, comment };
          const decided = stepSettingsChange(change, decision);
          if (E.isLeft(decided)) return decided;
          const next = decided.right;

          const { kind, payload } = change;
          const { decidedAt: at = now } = next;
          const making = { by: actorUserId, at, sealing };
          fault = await proposalFault(stores, sealing.key, { tenant, changeId }, change);
          if (action === 'approve' && fault !== undefined) return E.left(NotAsProposed());
          const made =
            action === 'approve'
              ? await approved(stores, tenant, change, making)
              : E.right(await undone(stores, tenant, change, { making, fault }));
          if (E.isLeft(made)) return made;
          const { needsFactor } = CHANGE_KINDS[kind];
          const lacks =
            action === 'approve'
              ? await lacksFactor(stores, { corporate, sealing, needsFactor }, input)
              : 'none';
          if (lacks !== 'none') return E.left(SecondFactorNeeded(lacks));
          await writeRecords(stores, made.right, {
            saves: [({ settingsChanges }) => settingsChanges.replace(next)],
            entries: [settingsChangeEntry(next)],
          });
          if (action === 'approve') {
            sealed = (await stores.tenancy.corporate(tenant))?.policySeal?.version ?? 0;
            const { concerns } = CHANGE_KINDS[kind].open(payload);
            const details = change.details as JsonObject;
            const step = {
              kind,
              details,
              step: 'approved',
              by: actorUserId,
              at,
              concerns,
            } as const;
            note(await noticeOf(stores, corporate, step));
          }
          return E.right(settingsChangeView(next, now));
        },
      );
      if (E.isLeft(decided) && decided.left._tag === 'NotAsProposed')
        causes.report('decide-settings-change', fault ?? new ChangedProposal(), [
          { tenant, subjectId: changeId },
        ]);
      if (E.isRight(decided) && sealed > sealing.marked)
        await policyMarks.note(tenant.corporateTenantId, sealed);
      return decided;
    }),
);

/** What undoes what waits with a change that is rejected: nothing, where the change was written by hand. */
const undone = async (
  stores: Stores,
  tenant: Tenant,
  { kind, payload }: SettingsChange,
  { making, fault }: { readonly making: Making; readonly fault: Error | undefined },
): Promise<RecordChanges> =>
  fault instanceof ChangedProposal
    ? {}
    : CHANGE_KINDS[kind].open(payload).reject(stores, tenant, making);

/** What the approval of a change changes, or why it cannot be made now. */
const approved = async (
  stores: Stores,
  tenant: Tenant,
  { kind, payload, proposedBy, changeId }: SettingsChange,
  { by: approvedBy, ...making }: Making,
): Promise<
  E.Either<
    ProposerNotEligible | NotAsProposed | SubjectGone | NoLongerValid | SettingsConflict,
    RecordChanges
  >
> => {
  const { permissions, open } = CHANGE_KINDS[kind];
  const proposer = await settingsPerson(stores, tenant, proposedBy, permissions);
  if (E.isLeft(proposer)) return E.left(ProposerNotEligible());
  const approval = { settingsChangeId: changeId, approvedBy };
  const made = await open(payload).approve(stores, tenant, {
    ...making,
    by: proposedBy,
    approval,
  });
  if (E.isRight(made)) return made;
  if (isGone(made.left)) return E.left(SubjectGone());
  return E.left(isFaulty(made.left) ? NoLongerValid(made.left.issues) : made.left);
};
